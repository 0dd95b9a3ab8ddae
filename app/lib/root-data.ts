// Data of the root loader: the site and this visit.
import { useRouteLoaderData } from 'react-router';
import type { DiscountedKind } from '#shared/features/plan/plan.rules.ts';

export type RootData = {
  siteName: string;
  tagline: string;
  supportEmail: string;
  publicUrl: string;
  /** In percent: what every membership on sale takes off prices. */
  memberDiscounts: Record<DiscountedKind, number>;
  /** The page was requested with a session cookie. */
  hasSession: boolean;
};

/** Defaults if the root loader failed, for the error page. */
const UNKNOWN: RootData = {
  siteName: '',
  tagline: '',
  supportEmail: '',
  publicUrl: '',
  memberDiscounts: { resource: 0, course: 0, booking: 0 },
  hasSession: false,
};

/** The same for a page's `meta`, where hooks don't work. */
export function rootDataOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): RootData {
  return (matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined) ?? UNKNOWN;
}

export function useRootData(): RootData {
  return useRouteLoaderData<RootData>('root') ?? UNKNOWN;
}
