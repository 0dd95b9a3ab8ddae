// One help article.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, type MetaArgs } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import { HELP_TOPIC_LABELS } from '#shared/features/help/help.schema.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { getHelpArticleQuery } from './help.api.ts';

const queries = ({ params }: { params: Record<string, string | undefined> }) => [
  getHelpArticleQuery(params['slug'] ?? ''),
];
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const slug = params['slug'] ?? '';
  const article = prefetchedData(getHelpArticleQuery(slug), loaderData);
  return pageMeta(matches, {
    title: article?.title ?? 'Help',
    description: article?.summary ?? 'A help article.',
    path: `/help/${slug}`,
    type: 'article',
  });
}

export default function HelpArticlePage() {
  const { slug = '' } = useParams();
  const { data } = useQuery(getHelpArticleQuery(slug));
  if (!data) return null;
  return (
    <article className="wrap section">
      <p className="meta">
        <Link className="link" to="/help">
          Help
        </Link>
        , {HELP_TOPIC_LABELS[data.topic]}
      </p>
      <h1 className="t-l mt-3 max-w-[24ch]">{data.title}</h1>
      {/* Our own renderer, which drops HTML and scripts. */}
      <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: data.html }} />
      <p className="meta mt-10">Last changed {formatFullDay(data.updatedAt)}</p>
      <p className="mt-6 border-t border-ink pt-6">
        Still stuck?{' '}
        <Link className="link" to="/contact">
          Write to us
        </Link>
      </p>
    </article>
  );
}
