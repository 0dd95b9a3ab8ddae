// Data of the root loader: the site and this visit.
import { useRouteLoaderData } from 'react-router';

export type RootData = {
  siteName: string;
  tagline: string;
  supportEmail: string;
  publicUrl: string;
  /** The page was requested with a session cookie. */
  hasSession: boolean;
};

/** Defaults if the root loader failed, for the error page. */
const UNKNOWN: RootData = { siteName: '', tagline: '', supportEmail: '', publicUrl: '', hasSession: false };

/** The same for a page's `meta`, where hooks don't work. */
export function rootDataOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): RootData {
  return (matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined) ?? UNKNOWN;
}

export function useRootData(): RootData {
  return useRouteLoaderData<RootData>('root') ?? UNKNOWN;
}
