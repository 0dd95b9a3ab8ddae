// A bare frame for signed-in people, for pages with nothing around them to wander off to: quizzes bring their own bar.
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { PageError } from '#app/features/site/error-page.tsx';
import { getUserQuery, useAuthEvents } from '#app/lib/user.api.ts';
import { useGuestRedirect, Verifying } from './guards.tsx';

export default function FocusLayout() {
  useAuthEvents();
  const { data: user, error } = useQuery(getUserQuery());
  useGuestRedirect(user === null);
  if (user) return <Outlet />;
  return <main id="content">{error ? <PageError error={error} /> : <Verifying />}</main>;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <main id="content">
      <PageError error={error} />
    </main>
  );
}
