// Profiles: what users say about themselves, and what everyone may see.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listLiveBadgesOf } from '#server/features/certificate/live-badge.service.ts';
import { holdStyles } from '#server/features/style/style.service.ts';
import { AppError } from '#shared/errors.ts';
import type { updateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { updateActiveUser } from '#server/platform/user.queries.ts';
import { findOwnProfile, findProfile, isKnownTimeZone, type ProfileRow } from './profile.queries.ts';

export async function getPublicProfile(ctx: AppContext, userId: number) {
  const row = await findProfile(ctx.db, { userId });
  if (!row) throw new AppError('not_found', 'There’s no user with this number.');
  return toPublicProfile(ctx, row);
}

export async function getProfile(ctx: AppContext, { id }: { id: number }) {
  const row = await findOwnProfile(ctx.db, { userId: id, now: ctx.clock.now() });
  if (!row) throw signInRequired();
  const { username, email, isEmailVerified, pendingEmail, roles, timeZone, isMinor } = row;
  const own = { username, email, isEmailVerified, pendingEmail, roles, timeZone, isMinor };
  return { ...(await toPublicProfile(ctx, row)), ...own };
}

/** Certificates issued before keep the time zone they were issued in. */
export async function setTimeZone(
  ctx: AppContext,
  { id }: { id: number },
  { timeZone }: { timeZone: string },
): Promise<{ timeZone: string }> {
  // The database does the dates of certificates, so it has to know the name too.
  if (!(await isKnownTimeZone(ctx.db, { timeZone }))) {
    const message = 'Choose a time zone from the list';
    throw new AppError('validation_failed', message, [{ path: 'timeZone', message }]);
  }
  await updateActiveUser(ctx.db, { id, timeZone });
  return { timeZone };
}

export async function declareMinor(ctx: AppContext, { id }: { id: number }): Promise<void> {
  await updateActiveUser(ctx.db, { id, isMinor: true });
}

export async function updateProfile(
  ctx: AppContext,
  { id }: { id: number },
  { firstName, lastName, bio, danceStyles, links }: output<typeof updateProfileBody>,
) {
  const row = await inTransaction(ctx.db, async (tx) => {
    await updateActiveUser(tx, {
      id,
      firstName: normalize(firstName),
      lastName: normalize(lastName),
      bio: cleanUpBio(bio),
      danceStyles: await requireKnownStyles(tx, danceStyles),
      // Stored the way a browser parses it, so that the link is what it looks like.
      links: links.map(({ label, url }) => ({ label: normalize(label), url: new URL(url).href })),
    });
    return findProfile(tx, { userId: id });
  });
  if (!row) throw signInRequired();
  return toPublicProfile(ctx, row);
}

/** Without duplicates, in the order staff have set. */
async function requireKnownStyles(tx: Tx, styles: readonly string[]): Promise<string[]> {
  const known = await holdStyles(tx, styles);
  const at = styles.findIndex((style) => !known.includes(style));
  if (at === -1) return known;
  const message = 'This dance style doesn’t exist. Choose one from the list.';
  throw new AppError('validation_failed', message, [{ path: `danceStyles.${at}`, message }]);
}

async function toPublicProfile(ctx: AppContext, row: ProfileRow) {
  return {
    certifications: await listLiveBadgesOf(ctx, row.id),
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    bio: row.bio,
    danceStyles: row.danceStyles,
    links: row.links,
    isInstructor: row.roles.includes('instructor'),
    isSeller: row.roles.includes('seller'),
    storeId: row.hasOpenStore ? row.id : null,
    memberSince: row.createdAt.toISOString(),
  };
}

function normalize(text: string): string {
  return text.toWellFormed().normalize('NFC');
}

/** Keeps line breaks, at most one empty line in a row; removes invisible control characters. */
function cleanUpBio(bio: string): string {
  return normalize(bio)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The account was deleted or suspended while the page was open. */
function signInRequired(): AppError {
  return new AppError('unauthenticated', 'Please sign in to continue.');
}
