// A user in a staff list: picture, name and email address.
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { StaffLink } from './staff-link.tsx';

type UserCellProps = {
  user: {
    id: number;
    firstName: string;
    lastName: string;
    username: string;
    email: string;
    profileImageUrl: string | null;
  };
};

export function UserCell({ user }: UserCellProps) {
  const name = fullNameOf(user);
  const sources = avatarCandidates({ profileImageUrl: user.profileImageUrl, name, kind: 'user' });
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <Avatar sources={sources} name={name} />
      <span className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">
          <StaffLink className="hover:underline" to={`/admin/users/${user.id}`}>
            {name}
          </StaffLink>
        </strong>
        <span className="small block">{user.email}</span>
      </span>
    </span>
  );
}
