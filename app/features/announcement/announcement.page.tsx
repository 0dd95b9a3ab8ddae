// One announcement, for those who received it: what it says, why they got it, and how to write back.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { formatRelation, type Audience } from '#shared/features/announcement/announcement.rules.ts';
import type { About } from '#shared/features/message/message.rules.ts';
import { parseId } from '#shared/ids.ts';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { LinkedText } from '#app/components/message/linked-text.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getAnnouncementQuery, type Announcement } from './announcement.api.ts';

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Announcement',
    description: 'News from an instructor or a seller.',
    path: `/announcements/${params['id']}`,
    isHidden: true,
  });
}

export default function AnnouncementPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getAnnouncementQuery(id ?? 0), enabled: id !== null });
  return (
    <div className="wrap section max-w-3xl">
      {query.data ? (
        <Text announcement={query.data} />
      ) : query.error || id === null ? (
        <ErrorState
          title="We couldn’t open this announcement"
          headingLevel={1}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          <p>{query.error ? failureTextOf(query.error) : 'The address is incomplete.'}</p>
          <Link className="link" to="/notifications">
            All notifications
          </Link>
        </ErrorState>
      ) : (
        <SkeletonGroup label="Loading the announcement" className="grid gap-4">
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Text({ announcement }: { announcement: Announcement }) {
  const { subject, text, sender, createdAt, isOwn, audience, itemTitle } = announcement;
  const page = sender.isSeller ? `/sellers/${sender.id}` : `/profile/${sender.id}`;
  const about = aboutOf(announcement);
  return (
    <article>
      <h1 className="t-l wrap-anywhere">{subject}</h1>
      <p className="meta mt-3">
        {sender.isFormer ? (
          sender.name
        ) : (
          <Link className="link" to={page}>
            {sender.name}
          </Link>
        )}
        , {formatDay(createdAt)}
      </p>
      <div className="mt-6 max-w-measure border-t border-ink pt-6 whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={text} />
      </div>
      {!isOwn && (
        <div className="mt-8 border-t border-rule pt-4">
          {!sender.isFormer && (
            <AskLink
              className="-ml-3"
              {...(about ? { about } : {})}
              ownerId={sender.id}
              label={`Write to ${sender.name}`}
            />
          )}
          <p className="small mt-2">
            {formatRelation(audience, { itemTitle, sender: sender.name })}{' '}
            <Link className="link" to="/notifications#settings">
              Choose what reaches you
            </Link>
          </p>
        </div>
      )}
    </article>
  );
}

const ABOUT: Readonly<Partial<Record<Audience, About['type']>>> = {
  students: 'course',
  holders: 'resource',
  buyers: 'seller',
  followers: 'seller',
};

/** What a reply to it is about. */
function aboutOf({ audience, itemId, sender }: Announcement): About | null {
  const type = ABOUT[audience];
  const id = type === 'seller' ? sender.id : itemId;
  return type && id !== null ? { type, id } : null;
}
