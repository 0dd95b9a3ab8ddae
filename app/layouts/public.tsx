// The frame of public pages and of their error pages.
import { PageError } from '#app/features/site/error-page.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SiteFrame } from './site-frame.tsx';

export default function PublicLayout() {
  return (
    <SiteFrame>
      <PageOutlet />
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
