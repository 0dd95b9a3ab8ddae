// What teachers say of resources, by what kind of thing it is.
import type { ResourceType } from '#shared/vocabulary.ts';
import type { SaidByStars } from './review-words.ts';

export const RESOURCE_WORDS: Readonly<Record<ResourceType, SaidByStars>> = {
  document: { 5: ['Printed on Sunday, taught on Monday.'] },
  audio: {},
  video: {},
  image: {},
  text: {},
  spreadsheet: {},
  other: {},
};
