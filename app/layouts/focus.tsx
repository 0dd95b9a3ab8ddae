// A bare frame for signed-in users, for pages without distractions: quizzes bring their own bar.
import { useQuery } from '@tanstack/react-query';
import { PageError } from '#app/features/site/error-page.tsx';
import { getUserQuery, useAuthEvents } from '#app/lib/user.api.ts';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';

export default function FocusLayout() {
  useAuthEvents();
  const { data: user, error } = useQuery(getUserQuery());
  useGuestRedirect(user === null);
  if (user) return <PageOutlet />;
  return <main id="content">{error ? <PageError error={error} /> : <Verifying />}</main>;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <main id="content">
      <PageError error={error} />
    </main>
  );
}
