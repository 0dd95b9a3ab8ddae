// The frame of public pages.
import { Outlet } from 'react-router';
import { useUser } from '#app/features/account/account.api.ts';

export default function PublicLayout() {
  const u = useUser();
  return (
    <main id="content">
      {u?.username}
      <Outlet />
    </main>
  );
}
