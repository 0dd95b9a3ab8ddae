// What audiences are called in lists and selects.
import type { Audience } from '#shared/features/announcement/announcement.rules.ts';

type Whose = { audience: Audience; itemId: number | null; itemTitle: string | null };

export function titleOf({ audience, itemTitle }: Whose): string {
  switch (audience) {
    case 'students':
      return `Students of “${itemTitle ?? 'a course'}”`;
    case 'holders':
      return `People who have “${itemTitle ?? 'a resource'}”`;
    case 'followers':
      return 'Followers of your store';
    case 'buyers':
    default:
      return 'People who have any of your resources';
  }
}

/** `students-12` */
export const keyOf = ({ audience, itemId }: Whose): string =>
  [audience, itemId].filter((part) => part !== null).join('-');
