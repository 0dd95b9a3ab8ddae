// A person in a list for staff: picture, name, and the address they are reached at.
import { Link } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';

type PersonCellProps = {
  person: {
    id: number;
    firstName: string;
    lastName: string;
    username: string;
    email: string;
    profileImageUrl: string | null;
  };
  /** Not everyone who sees a name may open the account. */
  isLinked?: boolean;
};

export function PersonCell({ person, isLinked = true }: PersonCellProps) {
  const name = fullNameOf(person);
  const sources = avatarCandidates({ profileImageUrl: person.profileImageUrl, name, kind: 'user' });
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <Avatar sources={sources} name={name} />
      <span className="min-w-0 wrap-anywhere">
        {isLinked ? (
          <Link className="font-semibold hover:underline" to={`/admin/users/${person.id}`}>
            {name}
          </Link>
        ) : (
          <strong className="font-semibold">{name}</strong>
        )}
        <span className="small block">{person.email}</span>
      </span>
    </span>
  );
}
