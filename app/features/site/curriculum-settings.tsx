// What curriculum officers can set; the site's own settings are for admins.
import { ButtonLink } from '#app/components/ui/button.tsx';
import { useMayOpen } from '#app/components/staff/staff-link.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';

const PARTS = [
  {
    title: 'Dance styles',
    text: 'The styles teachers choose and filter by: add, rename, order and retire them.',
    to: '/admin/dance-styles',
    label: 'Open dance styles',
  },
  {
    title: 'Resource categories',
    text: 'The tree that resources are sorted into.',
    to: '/admin/resource-categories',
    label: 'Open categories',
  },
  {
    title: 'Your account',
    text: 'Your name, picture, password and two-factor sign-in.',
    to: '/profile/security',
    label: 'Open security',
  },
] as const;

export function CurriculumSettings() {
  const mayOpen = useMayOpen();
  return (
    <StaffPage title="Settings">
      <ul className="mt-8 max-w-[46rem] border-t border-ink">
        {PARTS.filter(({ to }) => mayOpen(to)).map(({ title, text, to, label }) => (
          <li
            key={to}
            className="grid items-center gap-x-6 gap-y-3 border-b border-rule py-5 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <div>
              <h2 className="t-s">{title}</h2>
              <p className="meta mt-1">{text}</p>
            </div>
            <ButtonLink to={to} className="justify-self-start">
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className="meta mt-6 max-w-measure">
        The site’s name, fees and registration are set by admins. If one of them should change, ask an admin.
      </p>
    </StaffPage>
  );
}
