// The picture of whom a conversation is with.
import { avatarCandidates } from '#shared/avatar.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { cx } from '#app/lib/cx.ts';
import type { Person } from './message.api.ts';

export function PersonPicture({ person, className }: { person: Person | undefined; className?: string }) {
  const name = person?.name ?? '';
  if (person?.isSupport) return <SupportPicture name={name} {...(className && { className })} />;
  const sources = avatarCandidates({
    profileImageUrl: person?.imageUrl ?? null,
    name,
    kind: person?.isSeller ? 'seller' : 'user',
  });
  return <Avatar sources={sources} name={name} {...(className && { className })} />;
}

/** The site's own mark instead of initials. */
function SupportPicture({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cx('avatar support-picture', className)} aria-hidden="true">
      <Wordmark name={name.includes('é') ? 'é' : name.slice(0, 1)} />
    </span>
  );
}

export const namesOf = (people: readonly Person[]): string => people.map(({ name }) => name).join(', ');

/** “Inés”, or the whole name of a store. */
export function callName({ name, isSeller, isFormer, isSupport }: Person): string {
  return isSeller || isFormer || isSupport ? name : (name.split(' ')[0] ?? name);
}
