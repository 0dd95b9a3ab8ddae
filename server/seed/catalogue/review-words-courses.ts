// What teachers say of courses.
import type { SaidByStars } from './review-words.ts';

export const COURSE_WORDS: SaidByStars = {
  5: ['The second module changed how I plan.'],
};
