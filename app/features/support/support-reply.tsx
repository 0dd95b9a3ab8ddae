// Where staff answer a request or leave a note. Keys: R answers, N notes, Ctrl or ⌘ with Enter sends.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { Link } from 'react-router';
import { MAX_MESSAGE_TEXT } from '#shared/features/message/message.rules.ts';
import { fillPlaceholders, MAX_NOTE } from '#shared/features/support/support.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { areSingleKeysOn, isTypingIn } from '#app/lib/single-keys.ts';
import { useUser } from '#app/lib/user.api.ts';
import {
  listSavedRepliesQuery,
  useAddSupportNote,
  useReplyToSupportRequest,
  type SupportRequestDetail,
} from './support.api.ts';

type Props = { request: SupportRequestDetail };

export function SupportReply({ request }: Props) {
  const answer = useRef<HTMLTextAreaElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  useFocusKeys({ r: answer, n: note });
  return (
    <div className="mt-8 grid gap-8 border-t border-ink pt-6">
      <Answer request={request} field={answer} />
      <Note id={request.id} field={note} />
    </div>
  );
}

type FieldRef = React.RefObject<HTMLTextAreaElement | null>;

function useFocusKeys(fields: Readonly<Record<string, FieldRef>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const field = fields[event.key.toLowerCase()];
    if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTypingIn(event.target) || !areSingleKeysOn()) return;
    event.preventDefault();
    field.current?.focus();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const isSendKey = (event: ReactKeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey);

function Answer({ request, field }: Props & { field: FieldRef }) {
  const { id, customer } = request;
  const [text, setText] = useState('');
  const reply = useReplyToSupportRequest(id);
  const send = (isSolved: boolean) => {
    if (text.trim() === '' || reply.isPending) return;
    reply.mutate(
      { text, isSolved },
      {
        onSuccess() {
          setText('');
          toast({ title: isSolved ? 'Answer sent, question solved' : 'Answer sent' });
        },
      },
    );
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <SavedReplyPicker
        request={request}
        onPick={(reply) => {
          setText((before) => (before.trim() === '' ? reply : `${before.trimEnd()}\n\n${reply}`));
          field.current?.focus();
        }}
      />
      <FormField
        label={`Answer to ${customer.name}`}
        help={
          <>
            {customer.email ? `We email it to ${customer.email}.` : 'Their account was deleted.'}{' '}
            <span className="pointer-coarse:hidden">Ctrl Enter or ⌘ Enter sends.</span>
          </>
        }
      >
        <Textarea
          ref={field}
          rows={6}
          maxLength={MAX_MESSAGE_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            send(false);
          }}
        />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={reply.isPending}>
          Send answer
        </Button>
        <Button isBusy={reply.isPending} onClick={() => send(true)}>
          Send and solve
        </Button>
      </div>
    </form>
  );
}

function SavedReplyPicker({ request, onPick }: Props & { onPick: (text: string) => void }) {
  const { data } = useQuery(listSavedRepliesQuery());
  const { siteName } = useRootData();
  const user = useUser();
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const pick = (id: number) => {
    const reply = items.find((item) => item.id === id);
    if (!reply) return;
    onPick(
      fillPlaceholders(reply.text, {
        first_name: request.customer.firstName,
        order_number: request.order?.isTheirs ? request.order.number : request.orderNumber,
        site_name: siteName,
        agent_name: user?.firstName ?? '',
      }),
    );
  };
  return (
    <FormField
      label="Insert a saved reply"
      aside={
        <Link className="link meta" to="/admin/messages/replies">
          Edit saved replies
        </Link>
      }
    >
      <Select
        value=""
        placeholder="Choose a reply"
        options={items.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={({ target }) => pick(Number(target.value))}
      />
    </FormField>
  );
}

function Note({ id, field }: { id: number; field: FieldRef }) {
  const [text, setText] = useState('');
  const add = useAddSupportNote(id);
  const save = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate(text, { onSuccess: () => setText('') });
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <FormField label="Note for colleagues" help="Never sent to the person who asked.">
        <Textarea
          ref={field}
          rows={2}
          maxLength={MAX_NOTE}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            save();
          }}
        />
      </FormField>
      <div>
        <Button type="submit" isBusy={add.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}
