// A page about one record: a link back to its list, then the record, its skeleton, an error, or
// “not found”.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { cx } from '#app/lib/cx.ts';
import { Columns } from './staff-page.tsx';
import { QueryView } from './query-view.tsx';

type DetailPageProps<Data> = {
  /** Disabled if the address has no valid id, which counts as not found. */
  query: UseQueryResult<Data>;
  /** The list this record is in. */
  back: { to: string; label: string };
  /** What it is, for the loading heading and “We couldn’t load this …”. */
  noun: string;
  /** Replaces the default text for a missing record. */
  missingText?: string;
  hasFace?: boolean;
  /** A DetailSheet. */
  children: (data: Data) => ReactNode;
};

export function DetailPage<Data>(props: DetailPageProps<Data>) {
  const { query, back, noun, hasFace, children } = props;
  const { missingText = `We couldn’t find this ${noun}. The link may be mistyped.` } = props;
  const { error, data } = query;
  const isMissing =
    (error instanceof ApiError && [400, 404].includes(error.status)) || (!query.isEnabled && !data);
  return (
    <>
      <Link className="link meta" to={back.to}>
        {back.label}
      </Link>
      {isMissing ? (
        <EmptyState
          className="mt-4"
          headingLevel={1}
          title={`${capitalized(noun)} not found`}
          action={<ButtonLink to={back.to}>{back.label}</ButtonLink>}
        >
          {missingText}
        </EmptyState>
      ) : (
        <QueryView
          query={query}
          what={`this ${noun}`}
          skeleton={<DetailSkeleton noun={noun} hasFace={hasFace} />}
        >
          {children}
        </QueryView>
      )}
      {data === undefined && !isMissing && <h1 className="sr-only">{capitalized(noun)}</h1>}
    </>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type DetailSheetProps = {
  title: ReactNode;
  /** A picture before the title. */
  picture?: ReactNode;
  /** Under the title: the state and a short summary. */
  state?: ReactNode;
  actions?: ReactNode;
  /** A notice under the head, across the page. */
  notices?: ReactNode;
  /** The side column. */
  aside: ReactNode;
  /** The main column: StaffPart after StaffPart. */
  children: ReactNode;
};

export function DetailSheet({ title, picture, state, actions, notices, aside, children }: DetailSheetProps) {
  return (
    <>
      <div
        className={cx(
          'mt-4 flex flex-wrap justify-between gap-x-6 gap-y-4',
          picture ? 'items-center' : 'items-start',
        )}
      >
        <div className="flex min-w-0 items-center gap-5">
          {picture}
          <div className="min-w-0">
            <h1 className="t-l t-l-tool wrap-anywhere">{title}</h1>
            {state && <p className="meta mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">{state}</p>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {notices}
      <Columns shape="even" className="mt-8">
        <div>{children}</div>
        <div>{aside}</div>
      </Columns>
    </>
  );
}

function DetailSkeleton({ noun, hasFace }: { noun: string; hasFace?: boolean | undefined }) {
  return (
    <SkeletonGroup label={`Loading the ${noun}`} className="mt-4">
      <div className="flex items-center gap-5">
        {hasFace && <Skeleton className="size-16 rounded-round" />}
        <div className="grid gap-3">
          <Skeleton className="h-9 w-64 md:w-80" />
          <Skeleton className="h-4 w-48" />
        </div>
      </div>
      <Columns shape="even" className="mt-10">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </Columns>
    </SkeletonGroup>
  );
}
