// What teachers say of what they bought. Each sentence is used once, so that no two people say the same.
import type { ResourceType } from '#shared/vocabulary.ts';
import { COURSE_WORDS } from './review-words-courses.ts';
import { RESOURCE_WORDS } from './review-words-resources.ts';

export type ReviewPool = ResourceType | 'course';
/** What is said, and what the owner answers. */
export type Said = { text: string; answer?: string };
/** By stars. One star nobody has given. */
export type SaidByStars = Readonly<
  Partial<Record<number, readonly (string | readonly [text: string, answer: string])[]>>
>;

const WORDS: Readonly<Record<ReviewPool, SaidByStars>> = { ...RESOURCE_WORDS, course: COURSE_WORDS };

/** All there is to say of such a thing with so many stars. */
export function listSaid(pool: ReviewPool, stars: number): Said[] {
  return (WORDS[pool][stars] ?? []).map((said) =>
    typeof said === 'string' ? { text: said } : { text: said[0], answer: said[1] },
  );
}
