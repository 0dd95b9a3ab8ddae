// The picture of whom a conversation is with.
import { avatarCandidates } from '#shared/avatar.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import type { Person } from './message.api.ts';

export function PersonPicture({ person, className }: { person: Person | undefined; className?: string }) {
  const name = person?.name ?? '';
  const sources = avatarCandidates({
    profileImageUrl: person?.imageUrl ?? null,
    name,
    kind: person?.isSeller ? 'seller' : 'user',
  });
  return <Avatar sources={sources} name={name} {...(className && { className })} />;
}

export const namesOf = (people: readonly Person[]): string => people.map(({ name }) => name).join(', ');

/** “Inés”, or the whole name of a store. */
export function callName({ name, isSeller, isFormer, isSupport }: Person): string {
  return isSeller || isFormer || isSupport ? name : (name.split(' ')[0] ?? name);
}
