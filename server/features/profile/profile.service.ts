// What people say of themselves, and what anyone may know of them.
import type { output } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { holdStyles } from '#server/features/style/style.service.ts';
import { AppError } from '#shared/errors.ts';
import type { updateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { findCard, findOwnProfile, updateCard, type CardRow } from './profile.queries.ts';

export async function getPublicCard(ctx: AppContext, userId: number) {
  const row = await findCard(ctx.db, { userId });
  if (!row) throw new AppError('not_found', 'There is nobody here by this address.');
  return toCard(row);
}

export async function getOwnProfile(ctx: AppContext, { id }: { id: number }) {
  const row = await findOwnProfile(ctx.db, { userId: id, now: ctx.clock.now() });
  if (!row) throw signedOut();
  const { username, email, isEmailVerified, pendingEmail, roles } = row;
  return { ...toCard(row), username, email, isEmailVerified, pendingEmail, roles };
}

export async function changeProfile(
  ctx: AppContext,
  { id }: { id: number },
  { firstName, lastName, bio, danceStyles, links }: output<typeof updateProfileBody>,
) {
  const row = await inTransaction(ctx.db, async (tx) =>
    updateCard(tx, id, {
      firstName: oneForm(firstName),
      lastName: oneForm(lastName),
      bio: tidyBio(bio),
      danceStyles: await knownStyles(tx, danceStyles),
      // As a browser will read it: an address with line breaks or without its slashes is not what it looks like.
      links: links.map(({ label, url }) => ({ label: oneForm(label), url: new URL(url).href })),
    }),
  );
  if (!row) throw signedOut();
  return toCard(row);
}

/** Each once, in the order every list of styles has. */
async function knownStyles(tx: Tx, styles: readonly string[]): Promise<string[]> {
  const known = await holdStyles(tx, styles);
  const at = styles.findIndex((style) => !known.includes(style));
  if (at === -1) return known;
  const message = 'There is no such dance style. Choose from the list.';
  throw new AppError('validation_failed', message, [{ path: `danceStyles.${at}`, message }]);
}

function toCard(row: CardRow) {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    bio: row.bio,
    danceStyles: row.danceStyles,
    links: row.links,
    isInstructor: row.roles.includes('instructor'),
    isSeller: row.roles.includes('seller'),
    memberSince: row.createdAt.toISOString(),
  };
}

function oneForm(text: string): string {
  return text.toWellFormed().normalize('NFC');
}

/** Lines stay, at most one of them empty between two; control characters nobody can see do not. */
function tidyBio(bio: string): string {
  return oneForm(bio)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The account went away while its owner was still looking at it. */
function signedOut(): AppError {
  return new AppError('unauthenticated', 'Please sign in to continue.');
}
