// A user's sessions, and the devices they have signed in from.
import * as bowser from 'bowser';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { deleteSession, deleteSessions, listSessionRows } from '#server/platform/session.queries.ts';
import {
  createSession,
  hashToken,
  newToken,
  type Origin,
  type Session,
  type Viewer,
} from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import type { SessionInfo } from '#shared/features/account/account.schema.ts';
import { listLatestDevices, upsertKnownDevices } from './account.queries.ts';

/** Where a sign-in comes from. */
export type SignInDevice = Origin & {
  /** The browser's device cookie from an earlier sign-in. */
  device?: string | undefined;
};

export type SignedIn = { user: User; session: Session; device: string };

/** The request has already loaded the user with their session. */
export function getUser(viewer: Viewer): User {
  return viewer;
}

/** For a user who has just proved who they are. This browser and address count as known from now on. */
export async function startSession(
  ctx: AppContext,
  tx: Tx,
  { userId, address, userAgent, device = newToken() }: SignInDevice & { userId: number },
): Promise<{ session: Session; device: string }> {
  await rememberDevice(ctx, tx, { userId, address, device });
  return { session: await createSession(ctx, tx, { userId, address, userAgent }), device };
}

export async function rememberDevice(
  ctx: AppContext,
  tx: Tx,
  { userId, address, device }: { userId: number; address: string; device: string },
): Promise<void> {
  const hashes = deviceHashes({ address, device });
  await upsertKnownDevices(tx, { userId, deviceHashes: hashes, now: ctx.clock.now() });
}

/** What a device is recognized by. The browser's own token comes first: no stranger shares it. */
export function deviceHashes({
  address,
  device,
}: {
  address: string;
  device?: string | undefined;
}): Buffer[] {
  const byAddress = hashToken(`address ${addressKey(address)}`);
  return device ? [hashToken(`device ${device}`), byAddress] : [byAddress];
}

/** Users who reset their password have usually guessed at it first, so their own devices start over. */
const DEVICES_RESET = 10;

export async function resetSignInAttempts(
  ctx: AppContext,
  { userId, address }: { userId: number; address: string },
): Promise<void> {
  const devices = await listLatestDevices(ctx.db, { userId, limit: DEVICES_RESET });
  const keys = [addressKey(address), ...devices.map((hash) => hash.toString('base64'))];
  for (const key of keys) await ctx.limiter.reset(`sign-in ${userId} ${key}`);
}

const BROWSERS: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(bowser.OS_MAP));

/** "Chrome on Android". Names the library doesn't know are made up by the sender and aren't shown. */
export function deviceName(userAgent: string): string {
  if (!userAgent.trim()) return 'Unknown browser';
  const { browser, os } = bowser.parse(userAgent);
  if (!browser.name || !BROWSERS.has(browser.name)) return 'Unknown browser';
  return os.name && SYSTEMS.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}

/** `currentId` is the session making the request. */
export async function listSessions(
  ctx: AppContext,
  { userId, currentId }: { userId: number; currentId?: number },
): Promise<SessionInfo[]> {
  const sessions = await listSessionRows(ctx.db, { userId, now: ctx.clock.now() });
  return sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    // Sessions that were never used again start out with a "last seen" before their creation.
    lastSeenAt: (lastSeenAt > createdAt ? lastSeenAt : createdAt).toISOString(),
    isCurrent: id === currentId,
  }));
}

export async function endSession(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  if (await deleteSession(ctx.db, { id, userId: viewer.id })) return;
  throw new AppError('not_found', 'You aren’t signed in on that device any more.');
}

export async function endOtherSessions(ctx: AppContext, viewer: Viewer): Promise<void> {
  await deleteSessions(ctx.db, { userId: viewer.id, exceptId: viewer.sessionId });
}
