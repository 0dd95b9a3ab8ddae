// A list page for staff and sellers: tabs, search, filters, sorting, bulk actions, CSV, pages, and every state of the
// data. Filters, sorting and page are in the address, so Back, reload and shared links keep them.
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import Download from 'icon:download';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BulkBar } from '#app/components/ui/bulk-bar.tsx';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import { BulkOutcome, type BulkActions } from './bulk-actions.tsx';
import {
  ListDates,
  ListFilter,
  type ListFilterProps,
  ListPager,
  ListSearch,
  type ListSearchProps,
} from './list-controls.tsx';
import { ListSkeleton, QueryView } from './query-view.tsx';
import { StaffPage } from './staff-page.tsx';

type ListRow = { id: number | string };
type ListPage = { items: readonly ListRow[]; page: number; pageSize: number; total: number };
type RowOf<Page extends ListPage> = Page['items'][number];
type Filters = Record<string, string | number | undefined>;

export type StaffListState<Page extends ListPage> = {
  query: UseQueryResult<Page>;
  filters: Filters;
  /** The filters of an address without parameters. */
  defaults: Filters;
  /** Whether filters are set; page and sorting don't count. */
  isFiltered: boolean;
};

/**
 * The list for the current URL. `read` turns the URL into filters and ignores invalid values (`oneOf`, `searchOf` and
 * `pageOf` in `list-address.ts`); `queryOf` turns the filters into a query.
 */
export function useStaffList<Given extends Filters, Page extends ListPage>(
  read: (params: URLSearchParams) => Given,
  queryOf: (filters: Given) => UseQueryOptions<Page>,
) {
  const { params } = useListAddress();
  const filters = read(params);
  const defaults = read(new URLSearchParams());
  const query = useQuery(queryOf(filters));
  const isFiltered = Object.keys(filters).some(
    (name) => !['page', 'sort'].includes(name) && filters[name] !== defaults[name],
  );
  return { query, data: query.data, filters, defaults, isFiltered };
}

/** Sorting by a column: its values of `sort`, for one or both directions. */
export type StaffColumn<Row> = Omit<TableColumn<Row>, 'sortTo' | 'sorted'> & {
  sort?: { descending?: string; ascending?: string };
};

export type ListTabs = {
  /** Read aloud: “State”. */
  label: string;
  /** The parameter in the address. */
  name: string;
  /** A tab without a value shows everything. */
  tabs: readonly { value?: string; label: string; count?: number | string }[];
};

export type EmptyText = { title: string; text: ReactNode; action?: ReactNode };

export type StaffListProps<Page extends ListPage> = {
  list: StaffListState<Page>;
  /** What is listed, in the plural: “users”. */
  nouns: string;
  /** For “We couldn’t load …”; defaults to “the users”. */
  what?: string;
  /** Omit it for a list inside a page with its own head. */
  title?: string;
  /** The table's name for screen readers; defaults to the title or nouns. */
  caption?: string;
  intro?: ReactNode;
  /** StaffTabs, linking related pages. */
  pageTabs?: ReactNode;
  actions?: ReactNode;
  /** Path of the endpoint that exports the list as CSV. */
  csv?: string;
  /** Between the head and the list. */
  notice?: ReactNode;
  tabs?: ListTabs;
  search?: Pick<ListSearchProps, 'placeholder' | 'resets'> & { label?: string };
  filters?: readonly ListFilterProps[];
  hasDates?: boolean;
  /** Filters that come from links and can only be removed. */
  chips?: ReactNode;
  /** Columns of a table, or else `children` renders the rows. */
  columns?: readonly StaffColumn<RowOf<Page>>[];
  children?: (rows: Page['items'], page: Page) => ReactNode;
  /** Rows start with a picture; the skeleton shows it too. */
  hasFaces?: boolean;
  /** From `useBulkActions`, with the buttons of the bar. */
  bulk?: BulkActions<RowOf<Page>> & { buttons: ReactNode };
  /** Shown if the list is empty without filters. */
  empty: EmptyText;
  /** Shown if nothing matches the filters. */
  noMatch?: Partial<EmptyText>;
  /** Replaces the formatted total. */
  totalText?: string;
};

export function StaffList<Page extends ListPage>(props: StaffListProps<Page>) {
  const { list, nouns, what = `the ${nouns}`, title, intro, pageTabs, actions, csv, notice } = props;
  const body = (
    <>
      {notice}
      {props.tabs && <Tabs list={list} {...props.tabs} />}
      <Controls {...props} />
      <QueryView
        query={list.query}
        what={what}
        skeleton={<ListSkeleton label={`Loading ${what}`} hasFaces={props.hasFaces} />}
      >
        {(page) => <Rows {...props} page={page} />}
      </QueryView>
    </>
  );
  if (title === undefined) return body;
  const hasActions = Boolean(actions) || (csv !== undefined && list.query.data !== undefined);
  return (
    <StaffPage
      title={title}
      intro={intro}
      tabs={pageTabs}
      actions={
        hasActions && (
          <>
            {actions}
            {csv !== undefined && <CsvLink path={csv} filters={list.filters} />}
          </>
        )
      }
    >
      {body}
    </StaffPage>
  );
}

function CsvLink({ path, filters }: { path: string; filters: Filters }) {
  return (
    <a className={buttonClass()} href={csvAddress(path, filters)} download>
      <Download className="icon" aria-hidden="true" />
      Export CSV
    </a>
  );
}

/** The list with its filters and sorting, without pages. */
export function csvAddress(path: string, { page: _page, ...filters }: Filters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${path}?${new URLSearchParams(given)}`;
}

function Tabs({ list, label, name, tabs }: ListTabs & { list: StaffListState<ListPage> }) {
  const { to } = useListAddress();
  return (
    <div className="mt-4">
      <TabLinks
        label={label}
        tabs={tabs.map(({ value, label: text, count }) => ({
          label: text,
          to: to({ [name]: value === list.defaults[name] ? undefined : value }),
          count,
          isCurrent: list.filters[name] === value,
        }))}
      />
    </div>
  );
}

type Controlled = Pick<StaffListProps<ListPage>, 'search' | 'filters' | 'hasDates' | 'chips'>;

const hasControls = ({ search, filters = [], hasDates, chips }: Controlled) =>
  Boolean(search ?? chips) || filters.length > 0 || hasDates === true;

function Controls<Page extends ListPage>(props: StaffListProps<Page>) {
  const { list, nouns, search, filters = [], hasDates, chips } = props;
  const { pathname } = useListAddress();
  if (!hasControls(props)) return null;
  return (
    <div className="mt-6 mb-4 flex flex-wrap items-start gap-3">
      {search && <ListSearch label={`Search ${nouns}`} {...search} />}
      {filters.map((filter) => (
        <ListFilter key={filter.name} {...filter} />
      ))}
      {hasDates && <ListDates />}
      {chips}
      {list.isFiltered && (
        <Link className="btn btn-quiet" to={pathname} preventScrollReset>
          Clear
        </Link>
      )}
    </div>
  );
}

function Rows<Page extends ListPage>(props: StaffListProps<Page> & { page: Page }) {
  const { page, columns, children, title, nouns, caption = title ?? nouns, list, bulk, totalText } = props;
  const { to } = useListAddress();
  if (page.items.length === 0) {
    return (
      <>
        {bulk?.outcome && <BulkOutcome key={bulk.outcome.number} outcome={bulk.outcome} />}
        <NoRows {...props} />
      </>
    );
  }
  return (
    <>
      {bulk?.outcome && <BulkOutcome key={bulk.outcome.number} outcome={bulk.outcome} />}
      {columns && (
        <Table<RowOf<Page>>
          caption={caption}
          {...(!hasControls(props) && { className: 'mt-4' })}
          columns={columns.map((column) => sortable(column, list, (sort) => to({ sort })))}
          rows={page.items}
          keyOf={({ id }) => String(id)}
          selection={bulk?.selection}
        />
      )}
      {children?.(page.items, page)}
      {bulk && (
        <BulkBar count={bulk.selected.length} onClear={bulk.clear}>
          {bulk.buttons}
        </BulkBar>
      )}
      <ListPager page={page.page} pageSize={page.pageSize} total={page.total} totalText={totalText} />
    </>
  );
}

function sortable<Row>(
  { sort, ...column }: StaffColumn<Row>,
  { filters, defaults }: Pick<StaffListState<ListPage>, 'filters' | 'defaults'>,
  sortTo: (sort: string | undefined) => string,
): TableColumn<Row> {
  if (!sort) return column;
  const { descending, ascending } = sort;
  const current = filters['sort'] ?? null;
  // The first click sorts descending if possible, the next one reverses it.
  const next = (current === descending ? ascending : descending) ?? descending ?? ascending;
  return {
    ...column,
    sortTo: sortTo(next === defaults['sort'] ? undefined : next),
    sorted: current === descending ? 'descending' : current === ascending ? 'ascending' : undefined,
  };
}

function NoRows<Page extends ListPage>({
  page,
  list,
  nouns,
  empty,
  noMatch,
}: StaffListProps<Page> & { page: Page }) {
  const { to, pathname } = useListAddress();
  const { title, text, action } =
    page.total > 0
      ? {
          title: 'Nothing on this page',
          text: 'The list is shorter now.',
          action: <ButtonLink to={to({})}>Go to the first page</ButtonLink>,
        }
      : list.isFiltered
        ? {
            title: `No ${nouns} match your filters`,
            text: 'Try fewer words or different filters.',
            action: <ButtonLink to={pathname}>Show all {nouns}</ButtonLink>,
            ...noMatch,
          }
        : empty;
  return (
    // Takes focus once the last row of a queue is decided.
    <div data-no-rows tabIndex={-1}>
      <EmptyState className="mt-6" title={title} action={action}>
        {text}
      </EmptyState>
    </div>
  );
}
