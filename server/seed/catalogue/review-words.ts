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

/** Every so many reviews come with words as long as there are some left; the others are stars alone. */
const WORDS_EVERY = 2;

export type ReviewWords = { say: (pool: ReviewPool, stars: number) => Said | undefined };

export function createReviewWords(): ReviewWords {
  const used = new Map<string, number>();
  const asked = new Map<string, number>();
  const countUp = (counts: Map<string, number>, key: string) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  return {
    say(pool, stars) {
      const key = `${pool}/${stars}`;
      // Four and five stars often come alone; whoever takes a star away says why.
      if (stars > 3 && countUp(asked, key) % WORDS_EVERY !== 0) return undefined;
      const said = WORDS[pool][stars]?.[countUp(used, key)];
      if (said === undefined) return undefined;
      return typeof said === 'string' ? { text: said } : { text: said[0], answer: said[1] };
    },
  };
}
