// The results of the catalogue: count, chips, cards and pages, or suggestions if nothing was found.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  countText,
  type FacetGroup,
  type FilterChip,
  filterChips,
  withoutFilters,
} from '#app/components/catalogue/facets.ts';
import { CorrectedNote, NoResults } from '#app/components/catalogue/no-results.tsx';
import { ResultBar } from '#app/components/catalogue/result-bar.tsx';
import { CardGrid, CataloguePager, GridSkeleton, NoSuchPage } from '#app/components/catalogue/results.tsx';
import { ResourcePoster } from '#app/components/resource/resource-card.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type { listResources } from '#shared/features/catalogue/catalogue.contract.ts';
import { RESOURCE_SORT_LABELS, RESOURCE_SORTS } from '#shared/features/catalogue/catalogue.rules.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { resourceListQuery } from './catalogue-url.ts';
import type { listResourcesQuery } from './catalogue.api.ts';

type ResourcePage = ContractOutput<typeof listResources>;

const SORT_OPTIONS = RESOURCE_SORTS.map((value) => ({ value, label: RESOURCE_SORT_LABELS[value] }));

export function resourceCount({
  total,
  isTotalCapped,
}: Pick<ResourcePage, 'total' | 'isTotalCapped'>): string {
  return countText(total, { one: 'resource', many: 'resources', isCapped: isTotalCapped });
}

type CurriculumResultsProps = {
  /** Every facet, including those shown elsewhere on the page. */
  groups: readonly FacetGroup[];
  /** How many cards are visible when the page opens. */
  eagerCount: number;
  /** The whole catalogue, or one seller's. */
  query: ReturnType<typeof listResourcesQuery>;
  isSellerHidden?: boolean;
  /** The cart button of each card. */
  action: (resource: ResourceCard) => ReactNode;
};

export function CurriculumResults({ groups, query, ...looks }: CurriculumResultsProps) {
  const { params, to } = useListAddress();
  const { data, error, refetch, isFetching } = useQuery(query);
  const { sort } = resourceListQuery(params);
  const chips = filterChips(groups, to);
  const clearTo = withoutFilters(groups, to);
  return (
    <>
      <ResultBar
        count={data ? resourceCount(data) : ''}
        chips={chips}
        clearTo={clearTo}
        sort={{ options: SORT_OPTIONS, value: sort }}
      />
      {error && !data && (
        <ErrorState
          title="We couldn’t load the curriculum"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      )}
      {!error && !data && <GridSkeleton label="Loading resources" />}
      {data && <Found data={data} chips={chips} clearTo={clearTo} groups={groups} {...looks} />}
    </>
  );
}

type FoundProps = Omit<CurriculumResultsProps, 'query'> & {
  data: ResourcePage;
  chips: readonly FilterChip[];
  clearTo: string;
};

function Found({ data, chips, clearTo, groups, eagerCount, isSellerHidden, action }: FoundProps) {
  const { params, pathname } = useListAddress({ isTyped: true });
  const { q } = resourceListQuery(params);
  if (data.items.length === 0 && data.total > 0) return <NoSuchPage page={data.page} />;
  if (data.items.length === 0 && !q && chips.length === 0) return <NothingYet />;
  if (data.items.length === 0) {
    return (
      <NoResults
        noun="resources"
        search={q}
        chips={chips}
        clearTo={clearTo}
        elsewhere={popularStyles(pathname, groups)}
      />
    );
  }
  return (
    <>
      {q && data.correctedQuery && <CorrectedNote typed={q} searched={data.correctedQuery} />}
      <CardGrid>
        {data.items.map((resource, at) => (
          <ResourcePoster
            key={resource.id}
            resource={resource}
            isEager={at < eagerCount}
            isSellerHidden={isSellerHidden}
            action={action(resource)}
          />
        ))}
      </CardGrid>
      <CataloguePager
        page={data.page}
        pageSize={data.pageSize}
        total={data.total}
        nextCursor={data.nextCursor}
      />
    </>
  );
}

function NothingYet() {
  return (
    <EmptyState
      className="catalogue-empty"
      title="No resources yet"
      action={<ButtonLink to="/courses">Browse courses</ButtonLink>}
    >
      Plans, music and videos appear here once their sellers publish them.
    </EmptyState>
  );
}

const USUAL_STYLES = ['Ballet', 'Contemporary', 'Hip Hop', 'Jazz', 'Tap'];

/** The styles with most resources, or common ones until the counts are known. */
function popularStyles(pathname: string, groups: readonly FacetGroup[]) {
  const counted = groups.find(({ name }) => name === 'style')?.options.filter(({ count }) => count) ?? [];
  const most = counted.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0)).map(({ value }) => value);
  return (most.length > 1 ? most : USUAL_STYLES)
    .slice(0, 5)
    .map((style) => ({ label: style, to: `${pathname}?${new URLSearchParams({ style })}` }));
}
