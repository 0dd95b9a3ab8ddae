// The layout being edited: undo and redo, and saving by itself.
import { useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { createAutosave, isUnsaved } from '#app/lib/autosave.ts';
import type { TemplateLayout } from '#shared/features/certificate-template/certificate-template.rules.ts';
import {
  type CertificateTemplate,
  templateAutosaveApi,
  type TemplateChanges,
} from './certificate-template.api.ts';

type History = {
  past: TemplateLayout[];
  present: TemplateLayout;
  future: TemplateLayout[];
  /** What the last change was; the next one of the same kind is part of it. */
  step: string | null;
};
type Action =
  | { type: 'change'; layout: TemplateLayout; step: string | null }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; layout: TemplateLayout };

const MAX_STEPS = 100;

function reduce(history: History, action: Action): History {
  const { past, present, future, step } = history;
  switch (action.type) {
    case 'change': {
      const isSameStep = action.step !== null && action.step === step;
      const before = isSameStep ? past : [...past, present].slice(-MAX_STEPS);
      return { past: before, present: action.layout, future: [], step: action.step };
    }
    case 'undo': {
      const last = past.at(-1);
      if (!last) return history;
      return { past: past.slice(0, -1), present: last, future: [present, ...future], step: null };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (!next) return history;
      return { past: [...past, present], present: next, future: rest, step: null };
    }
    case 'reset':
    default:
      return { past: [], present: action.layout, future: [], step: null };
  }
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>;

export function useTemplateDraft(template: CertificateTemplate) {
  const [autosave] = useState(() =>
    createAutosave<CertificateTemplate, TemplateChanges>(templateAutosaveApi, template),
  );
  const view = useSyncExternalStore(autosave.subscribe, autosave.view, autosave.view);
  const [history, dispatch] = useReducer(reduce, {
    past: [],
    present: template.draft,
    future: [],
    step: null,
  });
  const sent = useRef(template.draft);
  useEffect(() => {
    if (history.present === sent.current) return;
    sent.current = history.present;
    autosave.change({ draft: history.present });
  }, [autosave, history.present]);
  useEffect(() => {
    const flush = () => {
      if (document.visibilityState === 'hidden') void autosave.flush();
    };
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      void autosave.flush();
    };
  }, [autosave]);
  return {
    record: view.record ?? template,
    save: view.save,
    error: view.error,
    isUnsaved: isUnsaved(view),
    layout: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Changes with the same `step` one after the other are undone together: nudges, a drag, typing. */
    change: (layout: TemplateLayout, step: string | null = null) =>
      dispatch({ type: 'change', layout, step }),
    undo: () => dispatch({ type: 'undo' }),
    redo: () => dispatch({ type: 'redo' }),
    rename: (name: string) => autosave.change({ name }),
    flush: autosave.flush,
    run: autosave.run,
    reload: async () => {
      const theirs = await autosave.discardMine();
      if (theirs) {
        sent.current = theirs.draft;
        dispatch({ type: 'reset', layout: theirs.draft });
      }
    },
  };
}
