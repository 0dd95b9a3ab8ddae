// Certifications and courses: search, filters, sort order and pages, all in the URL.
import type { CourseCard, CourseFacets } from '#shared/features/course/course.schema.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { FacetPanel } from '#app/components/catalogue/facet-panel.tsx';
import { countText, filterChips, withoutFilters } from '#app/components/catalogue/facets.ts';
import { CorrectedNote } from '#app/components/catalogue/no-results.tsx';
import { ResultBar } from '#app/components/catalogue/result-bar.tsx';
import { CatalogueColumns, CataloguePager, GridSkeleton } from '#app/components/catalogue/results.tsx';
import { SearchBox } from '#app/components/catalogue/search-box.tsx';
import { StyleTape } from '#app/components/catalogue/style-tape.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { canonicalPath, isFrontPage } from '#app/features/catalogue/catalogue-url.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { MeantSearch, meantSearch, useListAddress } from '#app/lib/list-address.ts';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type * as contract from '#shared/features/course/course.contract.ts';
import { CourseResults } from './course-results.tsx';
import { courseGroups, courseListQuery, SORT_OPTIONS, styleGroup } from './course-url.ts';
import { getCourseFacetsQuery, listCoursesQuery } from './course.api.ts';

const PATH = '/courses';
const TITLE = 'Certification and courses';

function queries({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const { searchParams } = new URL(request.url);
  return [listCoursesQuery(searchParams), getCourseFacetsQuery(searchParams)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, location, loaderData }: MetaArgs<typeof loader>) {
  const params = new URLSearchParams(location.search);
  const query = courseListQuery(params);
  const { publicUrl } = rootDataOf(matches);
  const found = prefetchedData(listCoursesQuery(params), loaderData);
  const path = canonicalPath(PATH, query);
  return pageMeta(matches, {
    title: titleOf(query),
    description:
      'Courses for people who teach dance, and certifications any school can verify: by style, age group, level, length and price.',
    path: path ?? PATH,
    isHidden: path === null || found?.items.length === 0,
    ...(found && {
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

function titleOf({ q, style, page }: ReturnType<typeof courseListQuery>): string {
  const what = style ? `${style.join(', ')}: certification and courses` : TITLE;
  const title = q ? `“${q.slice(0, 60)}” in courses` : what;
  return page > 1 ? `${title}, page ${page}` : title;
}

const THINGS = { one: 'course', many: 'courses' };

const bagOf = (course: CourseCard) => <CardCart itemType={course.kind} item={course} />;

export default function CoursesPage() {
  const { params } = useListAddress();
  const list = useQuery(listCoursesQuery(params));
  const { data: facets } = useQuery(getCourseFacetsQuery(params));
  return (
    <div className="wrap">
      <div className="catalogue-top">
        <div>
          <h1 className="t-l">{TITLE}</h1>
          <p className="lead">For teachers, by teachers. Learn it on Sunday, try it on Monday.</p>
        </div>
        <SearchBox
          label="Search courses"
          placeholder="Try “ballet for 6 year olds”"
          action={PATH}
          hiddenFields={[...params].filter(([name]) => !['q', 'sort', 'page'].includes(name))}
          search={courseListQuery(params).q}
          suggest={['course']}
        />
      </div>
      <MeantSearch value={meantSearch(params, list.data?.understood)}>
        <Shelves list={list} facets={facets} />
      </MeantSearch>
    </div>
  );
}

type ShelvesProps = {
  list: UseQueryResult<ContractOutput<typeof contract.listCourses>>;
  facets: CourseFacets | undefined;
};

/** Everything that follows the filters, those chosen and those the search names. */
function Shelves({ list, facets }: ShelvesProps) {
  const { params, to } = useListAddress();
  const typed = courseListQuery(useListAddress({ isTyped: true }).params);
  const query = courseListQuery(params);
  const groups = courseGroups(query, facets);
  const styles = styleGroup(query, facets);
  const allGroups = [styles, ...groups];
  const chips = filterChips(allGroups, to);
  const clearTo = withoutFilters(allGroups, to);
  const count = list.data ? countText(list.data.total, THINGS) : '';
  return (
    <>
      <StyleTape styles={styles.options} chosen={styles.chosen} to={(style) => to({ style })} />
      <CatalogueColumns
        facets={<FacetPanel groups={groups} showText={count ? `Show ${count}` : 'Show courses'} />}
      >
        <ResultBar
          count={count}
          chips={chips}
          clearTo={clearTo}
          sort={{ options: SORT_OPTIONS, value: query.sort }}
        />
        {list.data ? (
          <>
            {typed.q && list.data.total > 0 && list.data.correctedQuery && (
              <CorrectedNote typed={typed.q} searched={list.data.correctedQuery} />
            )}
            <CourseResults
              items={list.data.items}
              styles={styles.options}
              isFirstLook={isFrontPage(query)}
              search={typed.q}
              chips={chips}
              clearTo={clearTo}
              action={bagOf}
            />
            <CataloguePager {...list.data} />
          </>
        ) : (
          <Missing list={list} />
        )}
      </CatalogueColumns>
    </>
  );
}

type MissingProps = {
  list: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
};

function Missing({ list: { error, isFetching, refetch } }: MissingProps) {
  if (!error) return <GridSkeleton label="Loading courses" />;
  return (
    <ErrorState title="Couldn’t load the courses" onRetry={() => void refetch()} isRetrying={isFetching}>
      {failureTextOf(error)}
    </ErrorState>
  );
}
