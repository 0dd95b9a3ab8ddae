// The inbox: search, filters and conversations, latest first. Search and filter are in the address.
import './inbox.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CONVERSATION_FILTERS, type ConversationFilter } from '#shared/features/message/message.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { cx } from '#app/lib/cx.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { shortMoment } from '#app/lib/day-names.ts';
import { namesOf, PersonPicture } from './message-person.tsx';
import { listConversationsQuery, type Conversation } from './message.api.ts';

const FILTER_LABELS: Readonly<Record<ConversationFilter, string>> = {
  all: 'All',
  unread: 'Unread',
  bookings: 'Bookings',
  purchases: 'Purchases',
  courses: 'Courses',
  archived: 'Archived',
};

const TYPING_MS = 250;

export function ConversationList({ currentId }: { currentId: number | null }) {
  const [params, setParams] = useSearchParams();
  const filter = CONVERSATION_FILTERS.find((known) => known === params.get('show')) ?? 'all';
  const q = params.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => setParams(toSearch({ q: typed, filter }), { replace: true }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, q, filter, setParams]);
  const query = useInfiniteQuery(listConversationsQuery({ q, filter }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const unread = query.data?.pages[0]?.unread ?? 0;
  return (
    <section className="inbox" aria-label="Conversations">
      <div className="inbox-head">
        <h1 className="t-l t-l-tool">Messages</h1>
        <SearchField
          label="Search messages"
          placeholder="A name, a class, a word"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="inbox-filters" role="group" aria-label="Show">
          {CONVERSATION_FILTERS.map((name) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === filter}
              onClick={() => setParams(toSearch({ q, filter: name }), { replace: true })}
            >
              {FILTER_LABELS[name]}
              {name === 'unread' && unread > 0 && `, ${unread}`}
            </button>
          ))}
        </div>
      </div>
      {query.error && !query.data ? (
        <ErrorState
          title="We couldn’t load your messages"
          isAside
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          <p>{failureTextOf(query.error)}</p>
        </ErrorState>
      ) : query.data ? (
        <>
          {items.length === 0 && <NoConversations isFiltered={q !== '' || filter !== 'all'} />}
          <nav aria-label="Conversations">
            {items.map((conversation) => (
              <ConversationLink
                key={conversation.id}
                conversation={conversation}
                isCurrent={conversation.id === currentId}
                search={toSearch({ q, filter })}
              />
            ))}
          </nav>
          {query.hasNextPage && (
            <p className="p-4">
              <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older conversations
              </Button>
            </p>
          )}
        </>
      ) : (
        <ListSkeleton />
      )}
    </section>
  );
}

function toSearch({ q, filter }: { q: string; filter: ConversationFilter }): URLSearchParams {
  const search = new URLSearchParams();
  if (q) search.set('q', q);
  if (filter !== 'all') search.set('show', filter);
  return search;
}

type ConversationLinkProps = { conversation: Conversation; isCurrent: boolean; search: URLSearchParams };

function ConversationLink({ conversation, isCurrent, search }: ConversationLinkProps) {
  const { id, people, subject, aboutTitle, lastMessageAt, preview, unread } = conversation;
  return (
    <Link
      to={{ pathname: `/messages/${id}`, search: search.toString() }}
      className={cx('inbox-item', unread > 0 && 'is-unread')}
      aria-current={isCurrent ? 'true' : undefined}
      preventScrollReset
    >
      <PersonPicture person={people[0]} className="inbox-face" />
      <b>{namesOf(people)}</b>
      <time dateTime={lastMessageAt}>{shortMoment(lastMessageAt)}</time>
      {(subject || aboutTitle) && <span className="inbox-about">{subject || aboutTitle}</span>}
      <span className="inbox-preview">
        {conversation.hasDraft && unread === 0 ? 'Draft · ' : conversation.isPreviewOwn && 'You: '}
        {preview}
      </span>
      {unread > 0 && (
        <span className="inbox-count num">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </Link>
  );
}

function NoConversations({ isFiltered }: { isFiltered: boolean }) {
  return (
    <p className="inbox-empty meta">
      {isFiltered
        ? 'No conversations match your search or filter.'
        : 'No messages yet. Ask a seller or an instructor a question on their page.'}
    </p>
  );
}

function ListSkeleton() {
  return (
    <SkeletonGroup label="Loading your messages" className="grid gap-4 p-6">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonGroup>
  );
}
