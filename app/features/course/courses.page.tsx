// Certifications and courses: search, filters, sort order and pages, all in the URL.
import type { CourseCard } from '#shared/features/course/course.schema.ts';
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
import { canonicalPath, isFrontPage } from '#app/features/catalogue/catalogue-url.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { CardCart } from '#app/features/cart/card-cart.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
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
  const { params, to } = useListAddress();
  const query = courseListQuery(params);
  const list = useQuery(listCoursesQuery(params));
  const { data: facets } = useQuery(getCourseFacetsQuery(params));
  const groups = courseGroups(query, facets);
  const styles = styleGroup(query, facets);
  const allGroups = [styles, ...groups];
  const chips = filterChips(allGroups, to);
  const clearTo = withoutFilters(allGroups, to);
  const count = list.data ? countText(list.data.total, THINGS) : '';
  return (
    <div className="wrap">
      <div className="catalogue-top">
        <div>
          <h1 className="t-l">{TITLE}</h1>
          <p className="lead">For teachers, by teachers. Learn it on Sunday, try it on Monday.</p>
        </div>
        <SearchBox
          label="Search courses"
          placeholder="Anatomy, first class, musicality"
          action={PATH}
          hiddenFields={[...params].filter(([name]) => !['q', 'sort', 'page'].includes(name))}
          search={query.q}
          suggest={['course']}
        />
      </div>
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
            {query.q && list.data.correctedQuery && (
              <CorrectedNote typed={query.q} searched={list.data.correctedQuery} />
            )}
            <CourseResults
              items={list.data.items}
              styles={styles.options}
              isFirstLook={isFrontPage(query)}
              search={query.q}
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
    </div>
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
