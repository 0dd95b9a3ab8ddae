// Help: all articles by topic, or those that match a search.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { HELP_TOPIC_LABELS, HELP_TOPICS } from '#shared/features/help/help.schema.ts';
import { ListSearch } from '#app/components/staff/list-controls.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { searchOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, serverPrefetch } from '#app/lib/query.ts';
import { listHelpArticlesQuery, type HelpArticle } from './help.api.ts';

const queries = ({ request }: { request: Request }) => [
  listHelpArticlesQuery(searchOf(new URL(request.url).searchParams) ?? ''),
];
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Help',
    description: 'Answers about buying, refunds, courses, certificates, booking and selling.',
    path: '/help',
  });
}

export default function HelpPage() {
  const { params } = useListAddress();
  const q = searchOf(params) ?? '';
  const query = useQuery(listHelpArticlesQuery(q));
  return (
    <div className="wrap section">
      <h1 className="t-l">Help</h1>
      <div className="mt-6 flex max-w-[34rem]">
        <ListSearch placeholder="What do you need help with?" label="Search help" />
      </div>
      {query.data ? (
        q === '' ? (
          <Topics items={query.data.items} />
        ) : (
          <Found items={query.data.items} q={q} />
        )
      ) : query.error ? (
        <ErrorState
          className="mt-8"
          title="We couldn’t load the articles"
          onRetry={() => void query.refetch()}
        >
          <p>{failureTextOf(query.error)}</p>
        </ErrorState>
      ) : (
        <Skeleton className="mt-8 h-64" />
      )}
      <p className="mt-12">
        Didn’t find it?{' '}
        <Link className="link" to="/contact">
          Write to us
        </Link>
      </p>
    </div>
  );
}

function Topics({ items }: { items: readonly HelpArticle[] }) {
  const byTopic = Map.groupBy(items, ({ topic }) => topic);
  return (
    <div className="mt-10 gap-x-gap md:columns-2">
      {HELP_TOPICS.filter((topic) => byTopic.has(topic)).map((topic) => (
        <section key={topic} className="mb-10 break-inside-avoid" aria-labelledby={`topic-${topic}`}>
          <h2 className="t-s border-b border-ink pb-2" id={`topic-${topic}`}>
            {HELP_TOPIC_LABELS[topic]}
          </h2>
          <ul>
            {byTopic.get(topic)?.map(({ slug, title }) => (
              <li key={slug} className="border-b border-rule">
                <Link className="block py-3 hover:underline" to={`/help/${slug}`}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Found({ items, q }: { items: readonly HelpArticle[]; q: string }) {
  if (items.length === 0) {
    return (
      <EmptyState
        className="mt-8"
        title={`No articles about “${q}”`}
        action={<ButtonLink to="/help">Show all articles</ButtonLink>}
      >
        Try another word, or write to us.
      </EmptyState>
    );
  }
  return (
    <ul className="mt-8 max-w-measure" aria-label="Articles found">
      {items.map(({ slug, title, summary }) => (
        <li key={slug} className="border-b border-rule py-4">
          <Link className="link font-semibold" to={`/help/${slug}`}>
            {title}
          </Link>
          <p className="meta mt-1">{summary}</p>
        </li>
      ))}
    </ul>
  );
}
