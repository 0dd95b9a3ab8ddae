// The frame of public pages and of their error pages.
import { Outlet, useMatches } from 'react-router';
import { PageError } from '#app/features/site/error-page.tsx';
import { SiteFrame } from './site-frame.tsx';

/** A page without header and footer exports `handle = { isBare: true }`. */
export type PageHandle = { isBare?: boolean };

export default function PublicLayout() {
  const isBare = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.isBare);
  return (
    <SiteFrame isBare={isBare}>
      <Outlet />
    </SiteFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <SiteFrame>
      <PageError error={error} />
    </SiteFrame>
  );
}
