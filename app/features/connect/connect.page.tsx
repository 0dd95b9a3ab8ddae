// The directory of instructors: search in teachers' words, filters, the next free times. All of it is in the address.
import './connect.css';
import '#app/components/booking/booking.css';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { FacetPanel } from '#app/components/catalogue/facet-panel.tsx';
import { countText, filterChips, withoutFilters } from '#app/components/catalogue/facets.ts';
import { CorrectedNote, NoResults } from '#app/components/catalogue/no-results.tsx';
import { ResultBar } from '#app/components/catalogue/result-bar.tsx';
import { CatalogueColumns, CataloguePager, NoSuchPage } from '#app/components/catalogue/results.tsx';
import { SearchBox } from '#app/components/catalogue/search-box.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { MeantSearch, meantSearch, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type * as contract from '#shared/features/connect/connect.contract.ts';
import type { InstructorFacets } from '#shared/features/connect/connect.schema.ts';
import {
  canonicalPath,
  instructorGroups,
  instructorListQuery,
  nearChip,
  sortOptions,
} from './connect-url.ts';
import { getInstructorFacetsQuery, listInstructorsQuery } from './connect.api.ts';
import { InstructorCard } from './instructor-card.tsx';
import { NEAR_FIELDS, NearField } from './near-field.tsx';

function queries({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const { searchParams } = new URL(request.url);
  return [listInstructorsQuery(searchParams), getInstructorFacetsQuery(searchParams)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, location, loaderData }: MetaArgs<typeof loader>) {
  const params = new URLSearchParams(location.search);
  const query = instructorListQuery(params);
  const { publicUrl } = rootDataOf(matches);
  const found = prefetchedData(listInstructorsQuery(params), loaderData);
  const path = canonicalPath(query);
  const title = query.q ? `“${query.q.slice(0, 60)}” on Connect` : 'Connect';
  return pageMeta(matches, {
    title: query.page > 1 ? `${title}, page ${query.page}` : title,
    description:
      'Book half an hour with a dance teacher who has already been stuck where you are: by style, age group, language, price and free time.',
    path: path ?? '/connect',
    isHidden: path === null || found?.items.length === 0,
    ...(found && {
      jsonLd: {
        '@type': 'ItemList',
        numberOfItems: found.items.length,
        itemListElement: found.items.map(({ id, name }, at) => ({
          '@type': 'ListItem',
          position: at + 1,
          name,
          url: `${publicUrl}/instructors/${id}`,
        })),
      },
    }),
  });
}

const INSTRUCTORS = { one: 'instructor', many: 'instructors' };

export default function ConnectPage() {
  const { params, pathname } = useListAddress();
  const list = useQuery(listInstructorsQuery(params));
  const { data: facets } = useQuery(getInstructorFacetsQuery(params));
  return (
    <div className="wrap">
      <div className="catalogue-top">
        <div>
          <h1 className="t-l">Connect</h1>
          <p className="lead">Half an hour with someone who’s already been stuck where you are.</p>
        </div>
        <SearchBox
          label="What do you need help with?"
          placeholder="Rushing, turnout talks, boys in ballet"
          action={pathname}
          hiddenFields={[...params].filter(([name]) => !['q', 'page'].includes(name))}
          search={instructorListQuery(params).q ?? ''}
          suggest={['instructor']}
        />
      </div>
      <MeantSearch value={meantSearch(params, list.data?.understood)}>
        <Directory list={list} facets={facets} />
      </MeantSearch>
    </div>
  );
}

type InstructorPage = ContractOutput<typeof contract.listInstructors>;
type DirectoryProps = { list: UseQueryResult<InstructorPage>; facets: InstructorFacets | undefined };

/** Everything that follows the filters, those chosen and those the search names. */
function Directory({ list, facets }: DirectoryProps) {
  const { params, to } = useListAddress();
  const { q: typed } = instructorListQuery(useListAddress({ isTyped: true }).params);
  const query = instructorListQuery(params);
  const groups = instructorGroups(query, facets);
  const chips = [...nearChip(query, facets?.nearLabel, to), ...filterChips(groups, to)];
  const clearTo = withoutFilters([...groups, ...NEAR_FIELDS.map((name) => ({ name }))], to);
  const count = list.data ? countText(list.data.total, INSTRUCTORS) : '';
  return (
    <CatalogueColumns
      facets={
        <FacetPanel
          groups={groups}
          showText={count ? `Show ${count}` : 'Show instructors'}
          fields={<NearField near={query.near} within={query.within} label={facets?.nearLabel} />}
          fieldNames={NEAR_FIELDS}
        />
      }
    >
      <ResultBar
        count={count}
        chips={chips}
        clearTo={clearTo}
        sort={{ options: sortOptions(query), value: query.sort }}
      />
      {list.data ? (
        <Instructors page={list.data} search={typed} chips={chips} clearTo={clearTo} />
      ) : (
        <Missing list={list} />
      )}
      <Stuck />
      <ZoneNote />
    </CatalogueColumns>
  );
}

type InstructorsProps = {
  page: InstructorPage;
  search: string | undefined;
  chips: ReturnType<typeof filterChips>;
  clearTo: string;
};

function Instructors({ page, search, chips, clearTo }: InstructorsProps) {
  if (page.items.length === 0 && page.total > 0) return <NoSuchPage page={page.page} />;
  if (page.items.length === 0 && !search && chips.length === 0) {
    return (
      <EmptyState title="No instructors yet" action={<ButtonLink to="/courses">Browse courses</ButtonLink>}>
        The first ones are setting their hours. Until then, courses are open at any time.
      </EmptyState>
    );
  }
  if (page.items.length === 0) {
    return (
      <NoResults noun="instructors" search={search ?? ''} chips={chips} clearTo={clearTo} elsewhere={[]} />
    );
  }
  return (
    <>
      {search && page.correctedQuery && <CorrectedNote typed={search} searched={page.correctedQuery} />}
      <ul className="cast">
        {page.items.map((instructor) => (
          <InstructorCard key={instructor.id} instructor={instructor} />
        ))}
      </ul>
      <CataloguePager {...page} />
    </>
  );
}

function Stuck() {
  return (
    <div className="cast-stuck">
      <div>
        <h2 className="t-m">Can you help others?</h2>
        <p className="meta mt-1 max-w-measure">
          Instructors set their own hours and prices. You’re paid after each session.
        </p>
      </div>
      <ButtonLink to="/connect/profile">Offer sessions</ButtonLink>
    </div>
  );
}

function Missing({
  list: { error, isFetching, refetch },
}: {
  list: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}) {
  if (error) {
    return (
      <ErrorState title="Couldn’t load instructors" onRetry={() => void refetch()} isRetrying={isFetching}>
        {failureTextOf(error)}
      </ErrorState>
    );
  }
  return (
    <SkeletonGroup label="Loading instructors">
      {['a', 'b', 'c', 'd'].map((place) => (
        <div key={place} className="cast-item">
          <Skeleton className="cast-face rounded-round!" />
          <div>
            <Skeleton className="h-7 w-48 max-w-full" />
            <Skeleton className="mt-3 h-4 w-80 max-w-full" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
