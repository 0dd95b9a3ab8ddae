// The pages about oneself, one row of tabs across them.
import { useLocation } from 'react-router';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

const PAGES = [
  ['Profile', '/profile'],
  ['Edit', '/profile/edit'],
  ['Security', '/profile/security'],
  ['Your data', '/profile/data'],
] as const;

export function ProfileTabs() {
  const { pathname } = useLocation();
  const here = pathname.replace(/\/$/, '');
  return (
    <TabLinks
      label="Your account"
      tabs={PAGES.map(([label, to]) => ({ label, to, isCurrent: here === to }))}
    />
  );
}
