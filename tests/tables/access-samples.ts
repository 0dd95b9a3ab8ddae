// The people who call in the tests that cover every endpoint.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { daysAfter } from '#server/clock.ts';
import { hashPassword } from '#server/features/account/password-hash.ts';
import { createSession, hashToken, newToken } from '#server/platform/session.service.ts';
import { createPerson } from '#server/seed/factories.ts';
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

type SignedIn = Exclude<PersonKind, 'guest'>;
const AT_ONCE = 100;

/** Signed-in users who have done nothing yet. Many are created at once, which is far cheaper than one by one. */
export function newcomers(ctx: TestContext) {
  const waiting = new Map<SignedIn, Caller[]>();
  return {
    async next(kind: SignedIn): Promise<Caller> {
      const line = waiting.get(kind)?.length ? waiting.get(kind) : await createCallers(ctx, kind);
      waiting.set(kind, line ?? []);
      const caller = line?.pop();
      if (!caller) throw new Error(`There is no ${kind}.`);
      return caller;
    },
    /** If they still have done nothing. */
    giveBack(kind: SignedIn, caller: Caller): void {
      waiting.get(kind)?.push(caller);
    },
  };
}

/** Sellers have a store, instructors a public profile. */
async function createCallers(ctx: TestContext, kind: SignedIn): Promise<Caller[]> {
  const now = ctx.clock.now();
  const roles: readonly Role[] = PEOPLE[kind];
  const names = Array.from({ length: AT_ONCE }, () => `p-${randomUUID().slice(0, 18)}`);
  const { rows: made } = await ctx.pool.query<Omit<Caller, 'cookie'>>(
    `insert into users (username, username_key, email, email_key, email_verified_at, first_name, last_name,
       password_hash, role, roles)
     select name, name, email, email, $2, 'Ana', 'Ruiz', $3, $4, $5
     from unnest($1::text[]) name, lateral (select name || '@releve.example' as email) mailbox
     returning id, username, email`,
    [names, now, passwordHash, roles[0], roles],
  );
  const tokens = made.map(() => newToken());
  // Seen just now: their first request need not write that down.
  await ctx.pool.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, address)
     select hash, user_id, $3, $3, $4, 'test', '127.0.0.1' from unnest($1::bytea[], $2::int[]) as new (hash, user_id)`,
    [tokens.map(hashToken), made.map(({ id }) => id), now, daysAfter(now, 30)],
  );
  if (kind === 'seller') await openStores(ctx, made);
  if (kind === 'instructor') await openProfiles(ctx, made);
  return made.map((person, at) => ({ ...person, cookie: `releve_session=${tokens[at]}` }));
}
