// The people who call in the tests that cover every endpoint.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { daysAfter } from '#server/clock.ts';
import { sessions } from '#server/db/schema/platform.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { hashPassword } from '#server/features/account/password-hash.ts';
import { createSession, hashToken, newToken } from '#server/platform/session.service.ts';
import { createPerson } from '#server/seed/factories.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { Role } from '#shared/roles.ts';
import type { TestContext } from '../server/test-database.ts';
import { openProfiles, openStores } from './sample-tools.ts';
import type { Caller } from './sample-types.ts';

export const PEOPLE = {
  guest: null,
  member: ['user'],
  seller: ['seller'],
  instructor: ['instructor'],
  officer: ['curriculum_officer'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[] | null>;

export type PersonKind = keyof typeof PEOPLE;

export const PASSWORD = 'velvet-marley-floor';
const passwordHash = await hashPassword(PASSWORD);
export const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#6a1b50' } })
  .png()
  .toBuffer();

/** A new user. */
export async function newcomer(ctx: TestContext, roles: readonly Role[] = ['user']): Promise<Caller> {
  const username = `p-${randomUUID().slice(0, 18)}`;
  const person = await createPerson(ctx.db, {
    username,
    roles: [...roles] as [Role, ...Role[]],
    passwordHash,
  });
  if (!person) throw new Error(`${username} exists`);
  const origin = { address: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession(ctx, ctx.db, { userId: person.id, ...origin });
  return { id: person.id, username, email: person.email, cookie: `releve_session=${token}` };
}

const AT_ONCE = 100;

/** Signed-in users who have done nothing yet. Many are created at once, which is far cheaper than one by one. */
export function newcomers(ctx: TestContext): (kind: Exclude<PersonKind, 'guest'>) => Promise<Caller> {
  const ready = new Map<PersonKind, Caller[]>();
  return async (kind) => {
    const waiting = ready.get(kind) ?? [];
    if (waiting.length === 0) waiting.push(...(await createCallers(ctx, kind)));
    ready.set(kind, waiting);
    const caller = waiting.pop();
    if (!caller) throw new Error(`There is no ${kind}.`);
    return caller;
  };
}

/** Sellers have a store, instructors a public profile. */
async function createCallers(ctx: TestContext, kind: Exclude<PersonKind, 'guest'>): Promise<Caller[]> {
  const now = ctx.clock.now();
  const roles: Role[] = [...PEOPLE[kind]];
  const signedUp = Array.from({ length: AT_ONCE }, () => {
    const username = `p-${randomUUID().slice(0, 18)}`;
    const email = `${username}@releve.example`;
    const names = { username, usernameKey: identityKey(username), email, emailKey: identityKey(email) };
    const person = { firstName: 'Ana', lastName: 'Ruiz', passwordHash, emailVerifiedAt: now };
    return { ...names, ...person, role: roles[0] ?? 'user', roles };
  });
  const made = await ctx.db
    .insert(users)
    .values(signedUp)
    .returning({ id: users.id, username: users.username, email: users.email });
  const callers = made.map((person) => ({ ...person, token: newToken() }));
  await ctx.db.insert(sessions).values(
    callers.map(({ id: userId, token }) => ({
      tokenHash: hashToken(token),
      userId,
      createdAt: now,
      // Seen just now: their first request need not write that down.
      lastSeenAt: now,
      expiresAt: daysAfter(now, 30),
      userAgent: 'test',
      address: '127.0.0.1',
    })),
  );
  if (kind === 'seller') await openStores(ctx, made);
  if (kind === 'instructor') await openProfiles(ctx, made);
  return callers.map(({ token, ...person }) => ({ ...person, cookie: `releve_session=${token}` }));
}
