// One conversation: its messages by day, what is new, and the composer. Opening it marks it as read.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import CheckCheck from 'icon:check-check';
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { cx } from '#app/lib/cx.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { newKey } from '#app/lib/new-key.ts';
import { useTyping } from '#app/lib/typing.ts';
import { MessageBubble } from './message-bubble.tsx';
import { MessageComposer, type ComposerUploads } from './message-composer.tsx';
import { dayName, timeOf } from '#app/lib/day-names.ts';
import { callName, namesOf, PersonPicture } from './message-person.tsx';
import {
  getConversationQuery,
  listMessagesQuery,
  useMarkConversationRead,
  useSendMessage,
  useSendTyping,
  type ConversationDetail,
  type Message,
} from './message.api.ts';
import { ReportDialog, ThreadMenu } from './thread-menu.tsx';
import { useDraft } from './use-draft.ts';

type UploadParts = { uploads: ComposerUploads; uploadList: ReactNode };

export function MessageThread({ id, ...upload }: UploadParts & { id: number }) {
  const conversation = useQuery(getConversationQuery(id));
  const messages = useInfiniteQuery(listMessagesQuery(id));
  const error = conversation.error ?? messages.error;
  if (!conversation.data || !messages.data) {
    return (
      <section className="talk" aria-label="Conversation">
        {error ? (
          <ErrorState
            className="m-6"
            title="We couldn’t open this conversation"
            onRetry={() => void Promise.all([conversation.refetch(), messages.refetch()])}
          >
            <p>{failureTextOf(error)}</p>
            <Link className="link" to="/messages">
              All messages
            </Link>
          </ErrorState>
        ) : (
          <SkeletonGroup label="Loading the conversation" className="grid gap-4 p-6">
            <Skeleton className="h-10 w-2/5" />
            <Skeleton className="h-16 w-3/5" />
            <Skeleton className="ml-auto h-16 w-3/5" />
          </SkeletonGroup>
        )}
      </section>
    );
  }
  const pages = messages.data.pages.toReversed();
  return (
    <OpenThread
      {...upload}
      conversation={conversation.data}
      items={pages.flatMap((page) => page.items)}
      seenSeq={messages.data.pages[0]?.seenSeq ?? 0}
      earlier={
        messages.hasNextPage && (
          <Button
            className="self-center"
            isBusy={messages.isFetchingNextPage}
            onClick={() => void messages.fetchNextPage()}
          >
            Show earlier messages
          </Button>
        )
      }
    />
  );
}

type OpenThreadProps = UploadParts & {
  conversation: ConversationDetail;
  items: Message[];
  seenSeq: number;
  earlier: ReactNode;
};

function OpenThread({ conversation, items, seenSeq, earlier, ...upload }: OpenThreadProps) {
  const { id, people, subject } = conversation;
  const [reported, setReported] = useState<{ messageId: number | null } | null>(null);
  // As it was when the conversation was opened: new messages stay marked while one reads.
  const [readBefore] = useState(conversation.lastReadSeq);
  useReadMark(conversation, items.at(-1)?.seq ?? 0);
  useScrollToEnd(items.at(-1)?.seq ?? 0);
  return (
    <section className="talk" aria-label={namesOf(people)}>
      <ThreadHead conversation={conversation} onReport={() => setReported({ messageId: null })} />
      <div className="talk-flow" role="log" aria-label="Messages">
        {earlier}
        {subject && <p className="talk-subject t-s">{subject}</p>}
        <DayGroups
          items={items}
          readBefore={readBefore}
          seenSeq={seenSeq}
          onReport={({ id: messageId }) => setReported({ messageId })}
        />
        <Typing conversation={conversation} />
      </div>
      {conversation.barrier ? (
        <Barrier conversation={conversation} />
      ) : (
        <Reply key={id} conversation={conversation} {...upload} />
      )}
      {reported && (
        <ReportDialog conversationId={id} messageId={reported.messageId} onClose={() => setReported(null)} />
      )}
    </section>
  );
}

function ThreadHead({ conversation, onReport }: { conversation: ConversationDetail; onReport: () => void }) {
  const { people, isMuted, isArchived } = conversation;
  const { search } = useLocation();
  const [other] = people;
  const page =
    other &&
    !other.isFormer &&
    !other.isSupport &&
    (other.isSeller ? `/sellers/${other.id}` : `/profile/${other.id}`);
  const state = [isMuted && 'Muted', isArchived && 'Archived'].filter(Boolean).join(', ');
  return (
    <div className="talk-head">
      <Link className="icon-btn talk-back" to={`/messages${search}`} aria-label="All messages">
        <ArrowLeft className="icon" aria-hidden="true" />
      </Link>
      <PersonPicture person={other} />
      <div className="min-w-0">
        <h2 className="t-s">
          {people.length === 1 && page ? <Link to={page}>{other.name}</Link> : namesOf(people)}
        </h2>
        {state && <p className="small">{state}</p>}
      </div>
      <div className="ml-auto">
        <ThreadMenu conversation={conversation} onReport={onReport} />
      </div>
    </div>
  );
}

type DayGroupsProps = {
  items: Message[];
  readBefore: number;
  seenSeq: number;
  onReport: (message: Message) => void;
};

function DayGroups({ items, readBefore, seenSeq, onReport }: DayGroupsProps) {
  const firstNew = items.find(({ seq, sender }) => seq > readBefore && sender !== null);
  const newCount = items.filter(({ seq, sender }) => seq > readBefore && sender !== null).length;
  return items.map((message, at) => {
    const before = items[at - 1];
    const after = items[at + 1];
    const day = dayName(message.createdAt);
    const isNewDay = !before || dayName(before.createdAt) !== day;
    const isFirstNew = message === firstNew;
    // One time under messages sent right after each other.
    const isLast =
      !after || after.sender !== message.sender || timeOf(after.createdAt) !== timeOf(message.createdAt);
    return (
      <Fragment key={message.id}>
        {(isNewDay || isFirstNew) && (
          <p className={cx('day-mark', isFirstNew && 'is-new')}>
            {isNewDay ? day : ''}
            {isFirstNew && `${isNewDay ? ', ' : ''}${newCount} new`}
          </p>
        )}
        <MessageBubble message={message} onReport={onReport} />
        {isLast && <SentTime message={message} isSeen={message.seq <= seenSeq} />}
      </Fragment>
    );
  });
}

function SentTime({ message, isSeen }: { message: Message; isSeen: boolean }) {
  const isOwn = message.sender === null;
  return (
    <p className={cx('talk-time', isOwn && 'is-own')}>
      <time dateTime={message.createdAt}>{timeOf(message.createdAt)}</time>
      {message.isEdited && ', edited'}
      {isOwn && isSeen && (
        <>
          , seen <CheckCheck className="icon ml-1" aria-hidden="true" />
        </>
      )}
    </p>
  );
}

function Barrier({ conversation: { barrier, people } }: { conversation: ConversationDetail }) {
  const name = people[0]?.name ?? '';
  const text = {
    former: 'This person has left. You can still read what you wrote to each other.',
    blocked: `${name} doesn’t take messages from you.`,
    'blocked-by-you': `You blocked ${name}. Unblock them to write to them.`,
  }[barrier ?? 'former'];
  return (
    <div className="composer">
      <Notice>{text}</Notice>
    </div>
  );
}

/** A few messages. */
const NEAR_END_PX = 400;

function Reply({ conversation, uploads, uploadList }: UploadParts & { conversation: ConversationDetail }) {
  const { id, people } = conversation;
  const [text, setText] = useState(conversation.draft);
  const send = useSendMessage();
  const draft = useDraft(conversation, text, send.isPending);
  // The same until it was sent, so that trying again can't send it twice.
  const key = useRef(newKey());
  const noteWriting = useWriting(id);
  const submit = (attachments: string[]) =>
    send.mutate(
      { params: { id }, body: { text, attachments, key: key.current } },
      {
        onSuccess() {
          key.current = newKey();
          draft.clear();
          // What was typed meanwhile is the next message.
          setText((now) => (now === text ? '' : now));
          for (const { key: file } of uploads.items) uploads.forget(file);
        },
      },
    );
  const [other] = people;
  return (
    <MessageComposer
      label={people.length === 1 && other ? `Message to ${callName(other)}` : 'Message to everyone'}
      text={text}
      onText={(next) => {
        setText(next);
        if (next.trim() !== '') noteWriting();
      }}
      uploads={uploads}
      uploadList={uploadList}
      isBusy={send.isPending}
      error={send.error}
      onSend={submit}
    />
  );
}

const WRITING_MS = 3000;

/** Lets the other members know, every few seconds, that the user is typing. */
function useWriting(id: number): () => void {
  const { mutate } = useSendTyping();
  const saidAt = useRef(-WRITING_MS);
  return () => {
    if (performance.now() - saidAt.current < WRITING_MS) return;
    saidAt.current = performance.now();
    mutate({ params: { id } });
  };
}

/** Not a live region: it would interrupt those who listen to the messages. */
function Typing({ conversation: { id, people } }: { conversation: ConversationDetail }) {
  const ids = useTyping(id);
  const names = people.filter((person) => ids.includes(person.id)).map(callName);
  const isShown = names.length > 0;
  useLayoutEffect(() => {
    if (isShown && isNearEnd()) scrollTo({ top: document.documentElement.scrollHeight });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <p className="talk-typing">
      {names.length > 2
        ? 'Several people are writing'
        : `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} writing`}
    </p>
  );
}

/** While the conversation is on the screen, its messages count as read. */
function useReadMark({ id, unread }: ConversationDetail, lastSeq: number): void {
  const { mutate } = useMarkConversationRead();
  useEffect(() => {
    const mark = () => {
      if (unread > 0 && document.visibilityState === 'visible') {
        mutate({ params: { id }, body: { upTo: lastSeq } });
      }
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, unread, lastSeq, mutate]);
}

const isNearEnd = () => document.documentElement.scrollHeight - innerHeight - scrollY < NEAR_END_PX;

/** Starts at the latest message, and follows new ones unless the reader has scrolled back. */
function useScrollToEnd(lastSeq: number): void {
  const shown = useRef(0);
  useLayoutEffect(() => {
    if (lastSeq > shown.current && (shown.current === 0 || isNearEnd())) {
      scrollTo({ top: document.documentElement.scrollHeight });
    }
    shown.current = lastSeq;
  }, [lastSeq]);
}
