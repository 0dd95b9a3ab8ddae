// The shapes of profiles and applications; the forms validate with them.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { nameField } from '#shared/features/account/account.schema.ts';
import { APPLICATION_KINDS } from '#shared/features/application/application.states.ts';

export const BIO_MAX = 2000;
export const LINKS_MAX = 5;

export const profileLink = z.object({
  label: lineOfText.min(1, 'Name this link').max(40, 'At most 40 characters'),
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https://' })
    .max(500, 'At most 500 characters'),
});

export const updateProfileBody = z.object({
  firstName: nameField('first name'),
  lastName: nameField('last name'),
  bio: z.string().trim().max(BIO_MAX, `At most ${BIO_MAX} characters`),
  danceStyles: z.array(z.string().max(40)).max(25),
  links: z.array(profileLink).max(LINKS_MAX, `At most ${LINKS_MAX} links`),
});
export type UpdateProfileBody = z.input<typeof updateProfileBody>;

export const applyBody = z.object({
  kind: z.enum(APPLICATION_KINDS),
  note: z.string().trim().max(2000, 'At most 2000 characters').default(''),
});
export type ApplyBody = z.input<typeof applyBody>;
