// What teachers say of what they bought. Each sentence is used once, so that no two people say the same.
import type { ResourceType } from '#shared/vocabulary.ts';
import { COURSE_WORDS } from './review-words-courses.ts';
import { RESOURCE_WORDS } from './review-words-resources.ts';
import type { Said, SaidByStars } from './said.ts';

export type ReviewPool = ResourceType | 'course';

const WORDS: Readonly<Record<ReviewPool, SaidByStars>> = { ...RESOURCE_WORDS, course: COURSE_WORDS };

/** All there is to say of such a thing with so many stars. */
export function listSaid(pool: ReviewPool, stars: number): Said[] {
  return (WORDS[pool][stars] ?? []).map((said) =>
    typeof said === 'string' ? { text: said } : { text: said[0], answer: said[1] },
  );
}
