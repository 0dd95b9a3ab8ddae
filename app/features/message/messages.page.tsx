// Messages: the inbox beside a conversation; on a phone one or the other.
import './message.css';
import { useParams, useSearchParams, type MetaArgs } from 'react-router';
import { ABOUT_TYPES, MAX_ATTACHMENTS, type About } from '#shared/features/message/message.rules.ts';
import { parseId } from '#shared/ids.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { ConversationList } from './conversation-list.tsx';
import { MessageThread } from './message-thread.tsx';
import { NewConversation } from './new-conversation.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Messages',
    description: 'Your conversations with sellers, instructors and buyers.',
    path: '/messages',
    isHidden: true,
  });
}

export default function MessagesPage() {
  const { conversationId = '' } = useParams();
  const id = parseId(conversationId);
  const isOpen = conversationId !== '';
  return (
    <div className="messenger" data-open={isOpen || undefined}>
      <ConversationList currentId={id ?? null} />
      {/* A thread of its own for each conversation: drafts, files and scrolling belong to it. */}
      {isOpen ? (
        <Thread key={conversationId} id={id ?? null} isNew={conversationId === 'new'} />
      ) : (
        <NothingOpen />
      )}
    </div>
  );
}

function Thread({ id, isNew }: { id: number | null; isNew: boolean }) {
  const [params] = useSearchParams();
  const uploads = useUploads({ purpose: 'message-file', max: MAX_ATTACHMENTS, finds: false });
  const uploadList = <UploadList uploads={uploads} label="Files to send" />;
  if (isNew) {
    const to = parseId(params.get('to') ?? '') ?? undefined;
    return <NewConversation to={to} about={aboutOf(params)} uploads={uploads} uploadList={uploadList} />;
  }
  if (id === null) return <NothingOpen />;
  return <MessageThread id={id} uploads={uploads} uploadList={uploadList} />;
}

/** `?about=resource-12` */
function aboutOf(params: URLSearchParams): About | undefined {
  const [name, number = ''] = (params.get('about') ?? '').split('-');
  const type = ABOUT_TYPES.find((known) => known === name);
  const id = parseId(number);
  return type && id ? { type, id } : undefined;
}

function NothingOpen() {
  return (
    <section className="talk talk-none" aria-label="Conversation">
      <EmptyState
        title="No conversation open"
        action={<ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>}
      >
        Choose a conversation from the list, or ask a question on the page of a resource, a course or a store.
      </EmptyState>
    </section>
  );
}
