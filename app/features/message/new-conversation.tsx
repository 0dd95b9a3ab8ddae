// A message to someone, before there is a conversation: whom it goes to and what it is about.
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import { useRef, type ReactNode } from 'react';
import { Link, Navigate, useNavigate } from 'react-router';
import type { About } from '#shared/features/message/message.rules.ts';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { newKey } from '#app/lib/new-key.ts';
import { MessageComposer, type ComposerUploads } from './message-composer.tsx';
import { callName, namesOf, PersonPicture } from './message-person.tsx';
import { getRecipientQuery, useCreateConversation } from './message.api.ts';
import { useNewDraft } from './use-draft.ts';

type NewConversationProps = {
  to: number | undefined;
  about: About | undefined;
  uploads: ComposerUploads;
  uploadList: ReactNode;
};

export function NewConversation({ to, about, uploads, uploadList }: NewConversationProps) {
  const recipient = useQuery(getRecipientQuery({ to, about }));
  const create = useCreateConversation();
  const navigate = useNavigate();
  const draft = useNewDraft([to, about?.type, about?.id].filter(Boolean).join('-'));
  const key = useRef(newKey());
  if (!recipient.data) {
    return (
      <section className="talk" aria-label="New message">
        {recipient.error ? (
          <ErrorState className="m-6" title="You can’t write this message">
            <p>{failureTextOf(recipient.error)}</p>
            <Link className="link" to="/messages">
              All messages
            </Link>
          </ErrorState>
        ) : (
          <SkeletonGroup label="Loading" className="p-6">
            <Skeleton className="h-10 w-2/5" />
          </SkeletonGroup>
        )}
      </section>
    );
  }
  const { people, about: card, conversationId } = recipient.data;
  if (conversationId !== null && !card) return <Navigate to={`/messages/${conversationId}`} replace />;
  const [other] = people;
  const send = (attachments: string[]) =>
    create.mutate(
      {
        body: { to: to ?? 'owner', ...(about && { about }), text: draft.text, attachments, key: key.current },
      },
      {
        onSuccess({ id }) {
          draft.clear();
          for (const { key: file } of uploads.items) uploads.forget(file);
          void navigate(`/messages/${id}`, { replace: true });
        },
      },
    );
  return (
    <section className="talk" aria-label="New message">
      <div className="talk-head">
        <Link className="icon-btn talk-back" to="/messages" aria-label="All messages">
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <PersonPicture person={other} />
        <div className="min-w-0">
          <h2 className="t-s">{namesOf(people)}</h2>
          <p className="small">New message</p>
        </div>
      </div>
      <div className="talk-flow">
        {card && (
          <div className="says-about">
            {card.imageUrl ? <img src={card.imageUrl} alt="" width={42} height={52} /> : <span />}
            <span className="min-w-0">
              <strong>{card.title}</strong>
              <span className="meta">{card.detail}</span>
            </span>
          </div>
        )}
        {conversationId !== null && (
          <p className="meta">
            Your message is added to{' '}
            <Link className="link" to={`/messages/${conversationId}`}>
              your conversation
            </Link>
            .
          </p>
        )}
      </div>
      <MessageComposer
        label={other ? `Message to ${callName(other)}` : 'Message'}
        text={draft.text}
        onText={draft.change}
        uploads={uploads}
        uploadList={uploadList}
        isBusy={create.isPending}
        error={create.error}
        onSend={send}
      />
    </section>
  );
}
