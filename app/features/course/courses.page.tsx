// Certifications and courses: search, filters, order, pages, all of it in the address.
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs, MetaArgs } from 'react-router';
import { FacetPanel } from '#app/components/catalogue/facet-panel.tsx';
import { countText, filterChips, withoutFilters } from '#app/components/catalogue/facets.ts';
import { CorrectedNote } from '#app/components/catalogue/no-results.tsx';
import { ResultBar } from '#app/components/catalogue/result-bar.tsx';
import { CatalogueColumns, CataloguePager, GridSkeleton } from '#app/components/catalogue/results.tsx';
import { SearchBox } from '#app/components/catalogue/search-box.tsx';
import { StyleTape } from '#app/components/catalogue/style-tape.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { CourseResults } from './course-results.tsx';
import {
  courseGroups,
  isUnfiltered,
  readCourseSearch,
  SORT_OPTIONS,
  styleGroup,
  type CourseSearch,
} from './course-search.ts';
import { courseFacetsQuery, coursesQuery } from './course.api.ts';

const listQuery = ({ filters, sort, page }: CourseSearch) => coursesQuery({ ...filters, sort, page });

function queries({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const search = readCourseSearch(new URL(request.url).searchParams);
  return [listQuery(search), courseFacetsQuery(search.filters)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, location, loaderData }: MetaArgs<typeof loader>) {
  const search = readCourseSearch(new URLSearchParams(location.search));
  const { publicUrl } = rootDataOf(matches);
  const items = prefetchedData(listQuery(search), loaderData)?.items ?? [];
  return pageMeta(matches, {
    title: 'Certification and courses',
    description:
      'Courses for people who teach dance, and certifications any school can verify: by style, age group, level, length and price.',
    path: '/courses',
    jsonLd: {
      '@type': 'ItemList',
      itemListElement: items.map(({ id }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        url: `${publicUrl}/courses/${id}`,
      })),
    },
  });
}

const THINGS = { one: 'course', many: 'courses' };

export default function CoursesPage() {
  const { params, to } = useListAddress();
  const search = readCourseSearch(params);
  const list = useQuery(listQuery(search));
  const { data: facets } = useQuery(courseFacetsQuery(search.filters));
  const groups = courseGroups(search.filters, facets);
  const allGroups = [styleGroup(search.filters, facets), ...groups];
  const chips = filterChips(allGroups, to);
  const clearTo = withoutFilters(allGroups, to);
  const count = list.data ? countText(list.data.total, THINGS) : '';
  return (
    <div className="wrap">
      <div className="catalogue-top">
        <div>
          <h1 className="t-l">Certification and courses</h1>
          <p className="lead">For teachers, by teachers. Learn it on Sunday, try it on Monday.</p>
        </div>
        <SearchBox
          label="Search courses"
          placeholder="Anatomy, first class, musicality"
          action="/courses"
          kept={[...params].filter(([name]) => !['q', 'sort', 'page'].includes(name))}
          words={search.filters.q}
          suggest={['course']}
        />
      </div>
      <StyleTape chosen={search.filters.style ?? []} to={(style) => to({ style })} />
      <CatalogueColumns
        facets={<FacetPanel groups={groups} showText={count ? `Show ${count}` : 'Show courses'} />}
      >
        <ResultBar
          count={count}
          chips={chips}
          clearTo={clearTo}
          sort={{ options: SORT_OPTIONS, value: search.sort }}
        />
        {list.data ? (
          <>
            {search.filters.q && list.data.correctedQuery && (
              <CorrectedNote typed={search.filters.q} searched={list.data.correctedQuery} />
            )}
            <CourseResults
              items={list.data.items}
              isFirstLook={isUnfiltered(search)}
              words={search.filters.q}
              chips={chips}
              clearTo={clearTo}
            />
            <CataloguePager {...list.data} />
          </>
        ) : (
          <Missing list={list} />
        )}
      </CatalogueColumns>
    </div>
  );
}

type MissingProps = {
  list: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
};

function Missing({ list: { error, isFetching, refetch } }: MissingProps) {
  if (!error) return <GridSkeleton label="Loading courses" />;
  return (
    <ErrorState title="We could not load the courses" onRetry={() => void refetch()} isRetrying={isFetching}>
      {failureTextOf(error)}
    </ErrorState>
  );
}
