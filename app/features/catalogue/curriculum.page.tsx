// The curriculum page: search, filter and browse all resources.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { FacetPanel } from '#app/components/catalogue/facet-panel.tsx';
import { CardRow, CatalogueColumns } from '#app/components/catalogue/results.tsx';
import { SearchBox } from '#app/components/catalogue/search-box.tsx';
import { StyleTape } from '#app/components/catalogue/style-tape.tsx';
import { IN_ROW, ResourcePoster } from '#app/components/resource/resource-card.tsx';
import { BundleRow } from '#app/features/bundle/bundle-card.tsx';
import { listBundlesQuery } from '#app/features/bundle/bundle.api.ts';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import { RecentlyViewedRow } from '#app/features/resource/recently-viewed-row.tsx';
import { listFeaturedResourcesQuery } from '#app/features/resource/resource.api.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { getResourceFacetsQuery, listResourcesQuery } from './catalogue.api.ts';
import { canonicalPath, isFrontPage, resourceListQuery } from './catalogue-url.ts';
import { facetGroups, styleGroup } from './catalogue-facets.ts';
import { CurriculumResults, resourceCount } from './catalogue-results.tsx';

const PATH = '/curriculum';
const LEAD = 'Made in the studio, tested on a Tuesday night class, ready for yours.';

function queries({ request }: { request: Request }) {
  const { searchParams } = new URL(request.url);
  const shown = [listResourcesQuery(searchParams), getResourceFacetsQuery(searchParams)];
  return isFrontPage(resourceListQuery(searchParams))
    ? [...shown, listFeaturedResourcesQuery(), listBundlesQuery()]
    : shown;
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, location, loaderData }: MetaArgs<typeof loader>) {
  const params = new URLSearchParams(location.search);
  const query = resourceListQuery(params);
  const { publicUrl } = rootDataOf(matches);
  const found = prefetchedData(listResourcesQuery(params), loaderData);
  const path = canonicalPath(PATH, query);
  return pageMeta(matches, {
    title: titleOf(query),
    description: `Lesson plans, music, warm-ups and whole terms by teachers who have used them. ${LEAD}`,
    path: path ?? PATH,
    isHidden: path === null || found?.items.length === 0,
    ...(found?.items.length && {
      jsonLd: {
        '@type': 'ItemList',
        numberOfItems: found.items.length,
        itemListElement: found.items.map(({ id, title }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name: title,
          url: `${publicUrl}${PATH}/${id}`,
        })),
      },
    }),
  });
}

function titleOf({ q, style, page }: ReturnType<typeof resourceListQuery>): string {
  const what = style ? `${style.join(', ')} curriculum` : 'Curriculum';
  const title = q ? `“${q.slice(0, 60)}” in ${style ? `the ${what}` : 'the curriculum'}` : what;
  return page > 1 ? `${title}, page ${page}` : title;
}

const bagOf = (resource: ResourceCard) => <CardCart itemType="resource" item={resource} />;

export default function CurriculumPage() {
  const { params, to } = useListAddress();
  const query = resourceListQuery(params);
  const { data: facets } = useQuery(getResourceFacetsQuery(params));
  const styles = styleGroup(query, facets);
  const groups = facetGroups(query, facets);
  const isFront = isFrontPage(query);
  return (
    <div className="wrap">
      <div className="catalogue-top">
        <div>
          <h1 className="t-l">Curriculum</h1>
          <p className="lead">{LEAD}</p>
        </div>
        <SearchBox
          label="Search the curriculum"
          placeholder="Plans, music, games, exams"
          action={PATH}
          words={query.q ?? ''}
          kept={keptBySearch(params)}
          suggest={['words', 'style', 'resource', 'seller']}
        />
      </div>
      <StyleTape styles={styles.options} chosen={styles.chosen} to={(style) => to({ style })} />
      {isFront && <Featured />}
      {isFront && <BundleRow title="Bundles" />}
      <CatalogueColumns
        facets={
          <FacetPanel groups={groups} showText={facets ? `Show ${resourceCount(facets)}` : 'Show results'} />
        }
      >
        <CurriculumResults groups={[styles, ...groups]} eagerCount={isFront ? 0 : 3} action={bagOf} />
      </CatalogueColumns>
      <RecentlyViewedRow />
    </div>
  );
}

/** A new search keeps the filters and starts at the first page, best matches first. */
function keptBySearch(params: URLSearchParams): [string, string][] {
  return [...params].filter(([name, value]) => value && !['q', 'sort', 'page', 'after'].includes(name));
}

function Featured() {
  const { data = [] } = useQuery(listFeaturedResourcesQuery());
  if (data.length === 0) return null;
  return (
    <CardRow title="Featured">
      {data.map((resource, at) => (
        <ResourcePoster key={resource.id} resource={resource} isEager={at < 3} sizes={IN_ROW} />
      ))}
    </CardRow>
  );
}
