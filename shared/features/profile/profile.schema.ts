// The profile form's schema.
import { z } from 'zod';
import { isTimeZone } from '#shared/time-zone.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { nameField } from '#shared/features/account/account.schema.ts';

/** An IANA name, such as Europe/London. */
export const timeZoneField = z.string().trim().max(60).refine(isTimeZone, 'Choose a time zone from the list');

export const BIO_MAX = 2000;
export const LINKS_MAX = 5;

export const profileLink = z.object({
  label: lineOfText.min(1, 'Name this link').max(40, 'At most 40 characters'),
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that starts with https://' })
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
