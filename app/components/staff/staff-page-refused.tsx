// In place of a staff page the viewer may not open: which permission is missing, who has it, and where to go instead.
import { PERMISSION_LABELS, ROLE_LABELS, type Role } from '#shared/roles.ts';
import { missingPermissions, rolesThatOpen, staffHome } from '#shared/staff-pages.ts';
import { NotForYourRole } from './query-view.tsx';

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });
const all = new Intl.ListFormat('en-US');

export function StaffPageRefused({ roles, pathname }: { roles: readonly Role[]; pathname: string }) {
  const missing = missingPermissions(roles, pathname).map((name) => `“${PERMISSION_LABELS[name]}”`);
  const held = all.format(roles.map((role) => ROLE_LABELS[role].toLowerCase()));
  return (
    <NotForYourRole
      headingLevel={1}
      isFor={either.format(rolesThatOpen(pathname).map((role) => `${ROLE_LABELS[role].toLowerCase()}s`))}
      why={`It needs the permission ${all.format(missing)}, which your role (${held}) doesn’t have.`}
      home={staffHome(roles)}
    />
  );
}
