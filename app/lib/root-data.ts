// What the root's loader found out about the site and this visit, for whichever part of a page asks.
import { useRouteLoaderData } from 'react-router';

export type RootData = {
  siteName: string;
  tagline: string;
  supportEmail: string;
  publicUrl: string;
  /** A session cookie came along when the page was loaded. */
  hasSession: boolean;
};

/** Where the root's own loader failed: the frame of the error page must still stand. */
const UNKNOWN: RootData = { siteName: '', tagline: '', supportEmail: '', publicUrl: '', hasSession: false };

/** The same for a page's `meta`, which is no place for hooks. */
export function rootDataOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): RootData {
  return (matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined) ?? UNKNOWN;
}

export function useRootData(): RootData {
  return useRouteLoaderData<RootData>('root') ?? UNKNOWN;
}
