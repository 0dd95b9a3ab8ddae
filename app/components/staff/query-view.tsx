// Renders a query: skeleton, error, missing permission, or the data.
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useRootData } from '#app/lib/root-data.ts';

type QueryViewProps<Data> = {
  query: UseQueryResult<Data>;
  /** What is loaded, for “We couldn’t load …”: “the users”. */
  what: string;
  /** Shown while loading. */
  skeleton: ReactNode;
  /** A secondary part of the page. */
  isAside?: boolean;
  children: (data: Data) => ReactNode;
};

export function QueryView<Data>({ query, what, skeleton, isAside, children }: QueryViewProps<Data>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  useSignedOutEvent(error);
  if (data === undefined) {
    if (error instanceof ApiError && error.status === 403) return <NotForYourRole />;
    if (error && !isSignedOut(error)) {
      return (
        <ErrorState
          className="mt-8"
          title={`We couldn’t load ${what}`}
          isAside={isAside}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          <p>{failureTextOf(error)}</p>
        </ErrorState>
      );
    }
    return skeleton;
  }
  return (
    <div aria-busy={isPlaceholderData || undefined} className={isPlaceholderData ? 'opacity-60' : undefined}>
      {error && (
        <Notice tone="warn" className="mt-6">
          This may be out of date: {failureTextOf(error)}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {children(data)}
    </div>
  );
}

type NotForYourRoleProps = {
  headingLevel?: 1 | 2;
  /** “admins”, in the plural. */
  isFor?: string;
  /** A sentence about what is missing, if it is known. */
  why?: string;
  /** Where the viewer's own work is. */
  home?: string;
};

/** For example, an officer opened a page for admins. Stays in the frame, and says what is missing and who can help. */
export function NotForYourRole({
  headingLevel = 2,
  isFor = 'admins',
  why,
  home = '/dashboard',
}: NotForYourRoleProps) {
  const { supportEmail } = useRootData();
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={headingLevel === 1 ? undefined : 'mt-8'} role="alert">
      <Heading className={headingLevel === 1 ? 't-l t-l-tool' : 't-m'}>
        You don’t have access to this page
      </Heading>
      <p className="meta mt-3 max-w-measure">
        Your account is fine, but this page is for {isFor}. {why && `${why} `}If you need it for your work,
        ask an admin to add the role to your account
        {supportEmail && (
          <>
            {' '}
            or write to{' '}
            <a className="link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </>
        )}
        .
      </p>
      <p className="mt-4">
        <ButtonLink to={home}>Go to your dashboard</ButtonLink>
      </p>
    </section>
  );
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** The session ended while the page was open; the layout refetches the user and redirects to sign-in. */
function useSignedOutEvent(error: unknown): void {
  const hasEnded = isSignedOut(error);
  useEffect(() => {
    if (hasEnded) dispatchEvent(new Event('auth-refresh-required'));
  }, [hasEnded]);
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

type ListSkeletonProps = {
  label: string;
  /** Rows start with a picture. */
  hasFaces?: boolean;
};

export function ListSkeleton({ label, hasFaces = false }: ListSkeletonProps) {
  return (
    <SkeletonGroup label={label} className="mt-6">
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-rule py-3.5">
          {hasFaces && <Skeleton className="size-10 rounded-round" />}
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="hidden h-4 w-24 md:block" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

export function FiguresSkeleton() {
  return (
    <div className="figs">
      {['a', 'b', 'c', 'd'].map((figure) => (
        <div key={figure}>
          <Skeleton className="h-4 w-20 md:w-24" />
          <Skeleton className="mt-3 h-9 w-16 md:w-20" />
          <Skeleton className="mt-3 h-3 w-20 md:w-28" />
        </div>
      ))}
    </div>
  );
}
