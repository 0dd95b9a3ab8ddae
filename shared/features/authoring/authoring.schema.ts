// What a seller enters about a resource. Drafts are saved at every step and may be incomplete; what review requires
// is in authoring.rules.ts.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { typedPrice } from '#shared/money.schema.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { LICENCES, METRES } from '#shared/features/resource/resource.rules.ts';

export const TITLE_MAX = 120;
export const DESCRIPTION_MAX = 20_000;
export const MOST_TAGS = 12;

export const resourceFields = {
  title: lineOfText.max(TITLE_MAX, `At most ${TITLE_MAX} characters`),
  /** Markdown: emphasis, lists, links. */
  description: z.string().max(DESCRIPTION_MAX, `At most ${DESCRIPTION_MAX} characters`),
  type: z.enum(RESOURCE_TYPES),
  danceStyle: z.string().max(40),
  ageGroups: z.array(z.enum(AGE_GROUPS)).min(1, 'Choose at least one').max(AGE_GROUPS.length),
  level: z.enum(LEVELS),
  categoryId: z.int().min(1).nullable(),
  tags: z
    .array(lineOfText.min(1).max(30, 'At most 30 characters'))
    .max(MOST_TAGS, `At most ${MOST_TAGS} tags`),
  /** "24.00"; "0.00" is free. */
  price: typedPrice('24.00'),
  licence: z.enum(LICENCES),
  bpm: z.int().min(20, 'From 20 to 300').max(300, 'From 20 to 300').nullable(),
  metre: z.enum(METRES).nullable(),
};

/** The fields changed since the last save. */
export const resourceChanges = z.object(resourceFields).partial();
export type ResourceChanges = z.input<typeof resourceChanges>;
