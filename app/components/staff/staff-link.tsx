// A link to another staff page, for those who may open it; for others its text, or nothing.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { mayOpen } from '#shared/staff-pages.ts';
import { useUser } from '#app/lib/user.api.ts';

/** Whether the viewer may open a staff page. */
export function useMayOpen(): (address: string) => boolean {
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  return (address) => mayOpen(roles, address);
}

type StaffLinkProps = {
  to: string;
  className?: string;
  /** Without the link its text would say nothing: “All users”. */
  isOnlyLink?: boolean;
  children: ReactNode;
};

export function StaffLink({ to, className, isOnlyLink = false, children }: StaffLinkProps) {
  const mayOpenPage = useMayOpen();
  if (mayOpenPage(to)) {
    return (
      <Link className={className} to={to}>
        {children}
      </Link>
    );
  }
  return isOnlyLink ? null : <span>{children}</span>;
}
