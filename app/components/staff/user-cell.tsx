// A user in a staff list: picture, name and email address.
import { Link } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';

type UserCellProps = {
  user: {
    id: number;
    firstName: string;
    lastName: string;
    username: string;
    email: string;
    profileImageUrl: string | null;
  };
  /** Off for staff who may see the name but not open the user's page. */
  isLinked?: boolean;
};

export function UserCell({ user, isLinked = true }: UserCellProps) {
  const name = fullNameOf(user);
  const sources = avatarCandidates({ profileImageUrl: user.profileImageUrl, name, kind: 'user' });
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <Avatar sources={sources} name={name} />
      <span className="min-w-0 wrap-anywhere">
        {isLinked ? (
          <Link className="font-semibold hover:underline" to={`/admin/users/${user.id}`}>
            {name}
          </Link>
        ) : (
          <strong className="font-semibold">{name}</strong>
        )}
        <span className="small block">{user.email}</span>
      </span>
    </span>
  );
}
