// What is typed and not sent yet: on the server once there is a conversation, before that in this tab.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSaveDraft, useSaveDraftBeforeLeaving, type ConversationDetail } from './message.api.ts';

const PAUSE_MS = 800;

/** Saved after a pause, and at once when the page is left; not while it is being sent, which clears it. */
export function useDraft({ id, draft }: ConversationDetail, text: string, isSending: boolean) {
  const { mutate } = useSaveDraft();
  const saveBeforeLeaving = useSaveDraftBeforeLeaving();
  const saved = useRef(draft);
  const latest = useRef({ text, isSending });
  const save = useCallback((send: (draft: string) => void) => {
    const { text: typed, isSending: isPaused } = latest.current;
    if (isPaused || typed === saved.current) return;
    saved.current = typed;
    send(typed);
  }, []);
  useEffect(() => {
    latest.current = { text, isSending };
    const timer = setTimeout(save, PAUSE_MS, (typed: string) =>
      mutate({ params: { id }, body: { draft: typed } }),
    );
    return () => clearTimeout(timer);
  }, [id, text, isSending, save, mutate]);
  useEffect(() => {
    const leave = () => save((typed) => saveBeforeLeaving(id, typed));
    const leaveIfHidden = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', leaveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', leaveIfHidden);
      leave();
    };
  }, [id, save, saveBeforeLeaving]);
  return {
    /** It was sent. */
    clear() {
      saved.current = '';
    },
  };
}

/** `key`: whom the message is to and what it is about. */
export function useNewDraft(key: string) {
  const name = `releve.message-draft.${key}`;
  const [text, setText] = useState(() => load(name));
  return {
    text,
    change(next: string) {
      setText(next);
      store(name, next);
    },
    clear: () => store(name, ''),
  };
}

function load(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function store(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
  } catch {
    // Storage is blocked: the draft lasts until the page is left.
  }
}
