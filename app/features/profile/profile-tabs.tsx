// The tabs of the profile, security and data pages.
import { useLocation } from 'react-router';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

const PAGES = [
  ['Profile', '/profile'],
  ['Edit', '/profile/edit'],
  ['Membership', '/profile/membership'],
  ['Security', '/profile/security'],
  ['Your data', '/profile/data'],
] as const;

export function ProfileTabs() {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, '');
  return (
    <TabLinks
      label="Your account"
      tabs={PAGES.map(([label, to]) => ({ label, to, isCurrent: path === to }))}
    />
  );
}
