// The frame of the classroom: no site menu, so that nothing is beside the lesson.
import { useQuery } from '@tanstack/react-query';
import { PageError } from '#app/features/site/error-page.tsx';
import { getUserQuery } from '#app/lib/user.api.ts';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SiteFrame } from './site-frame.tsx';

export default function ClassroomLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  useGuestRedirect(user === null);
  return (
    <SiteFrame isBare>
      {user ? <PageOutlet /> : error ? <PageError error={error} /> : <Verifying />}
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
