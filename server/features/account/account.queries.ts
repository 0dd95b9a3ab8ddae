// Mailed links, known devices and failed sign-ins in SQL.
import { and, desc, eq, gt, gte, inArray, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { failedSignIns, knownDevices, mailLinks } from '#server/db/schema/account.ts';

export type MailLinkPurpose = (typeof mailLinks.$inferSelect)['purpose'];

export async function insertMailLink(db: DbOrTx, values: typeof mailLinks.$inferInsert): Promise<void> {
  await db.insert(mailLinks).values(values);
}

export async function deleteUnusedLinks(
  db: DbOrTx,
  { userId, purposes }: { userId: number; purposes: MailLinkPurpose[] },
): Promise<void> {
  await db
    .delete(mailLinks)
    .where(and(eq(mailLinks.userId, userId), inArray(mailLinks.purpose, purposes), isNull(mailLinks.usedAt)));
}

/** Locked, so that of two requests with the same link one comes second. */
export async function lockMailLink(db: DbOrTx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const [link] = await db
    .select()
    .from(mailLinks)
    .where(and(eq(mailLinks.tokenHash, tokenHash), gt(mailLinks.expiresAt, now)))
    .for('update');
  return link ?? null;
}

export async function markMailLinkUsed(db: DbOrTx, { id, now }: { id: number; now: Date }): Promise<void> {
  await db.update(mailLinks).set({ usedAt: now }).where(eq(mailLinks.id, id));
}

type LinkQuery = { userId: number; purpose: MailLinkPurpose; since: Date; isUnused?: boolean };

export async function hasLinkSince(
  db: DbOrTx,
  { userId, purpose, since, isUnused = false }: LinkQuery,
): Promise<boolean> {
  const found = await db
    .select({ id: mailLinks.id })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.userId, userId),
        eq(mailLinks.purpose, purpose),
        gte(mailLinks.createdAt, since),
        isUnused ? isNull(mailLinks.usedAt) : undefined,
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The first of these devices, in the given order, that the user has signed in from before. */
export async function findKnownDevice(
  db: DbOrTx,
  { userId, deviceHashes }: { userId: number; deviceHashes: Buffer[] },
): Promise<Buffer | null> {
  const rows = await db
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.deviceHash, deviceHashes)));
  return deviceHashes.find((hash) => rows.some((row) => row.deviceHash.equals(hash))) ?? null;
}

export async function listLatestDevices(
  db: DbOrTx,
  { userId, limit }: { userId: number; limit: number },
): Promise<Buffer[]> {
  const rows = await db
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.seenAt))
    .limit(limit);
  return rows.map((row) => row.deviceHash);
}

export async function upsertKnownDevices(
  db: DbOrTx,
  { userId, deviceHashes, now }: { userId: number; deviceHashes: Buffer[]; now: Date },
): Promise<void> {
  await db
    .insert(knownDevices)
    .values(deviceHashes.map((deviceHash) => ({ userId, deviceHash, seenAt: now })))
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { seenAt: now } });
}

export async function deleteKnownDevices(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

export type FailedSignIn = {
  account: string;
  userId: number | null;
  /** From an address or browser the user has signed in from. */
  isKnownDevice: boolean;
  /** The first attempt from its address in a while. */
  isFirst: boolean;
  /** Rejected without checking the password. */
  isBlocked: boolean;
};

/** Returns today's number of attempts from unknown devices. */
export async function insertFailedSignIn(
  db: DbOrTx,
  { account, userId, isKnownDevice, isFirst, isBlocked, now }: FailedSignIn & { now: Date },
): Promise<number> {
  const added = {
    failedCount: !isKnownDevice && !isBlocked ? 1 : 0,
    blockedCount: !isKnownDevice && isBlocked ? 1 : 0,
    addresses: !isKnownDevice && isFirst ? 1 : 0,
    knownDeviceCount: isKnownDevice ? 1 : 0,
  };
  const t = failedSignIns;
  const [row] = await db
    .insert(t)
    .values({ account, userId, day: now.toISOString().slice(0, 10), firstAt: now, lastAt: now, ...added })
    .onConflictDoUpdate({
      target: [t.account, t.day],
      set: {
        failedCount: sql`${t.failedCount} + ${added.failedCount}`,
        blockedCount: sql`${t.blockedCount} + ${added.blockedCount}`,
        addresses: sql`${t.addresses} + ${added.addresses}`,
        knownDeviceCount: sql`${t.knownDeviceCount} + ${added.knownDeviceCount}`,
        lastAt: now,
      },
    })
    .returning({ total: sql<number>`${t.failedCount} + ${t.blockedCount}` });
  return row?.total ?? 0;
}

/** Marks the latest day's attempts as reported and returns them; null if the user was warned after `since`. */
export async function claimWarning(
  tx: Tx,
  { userId, now, since }: { userId: number; now: Date; since: Date },
) {
  const t = failedSignIns;
  const [recent] = await tx
    .select({ day: t.day })
    .from(t)
    .where(and(eq(t.userId, userId), gt(t.warnedAt, since)))
    .limit(1);
  if (recent) return null;
  const [latest] = await tx
    .select()
    .from(t)
    .where(eq(t.userId, userId))
    .orderBy(desc(t.day))
    .limit(1)
    .for('update');
  if (!latest) return null;
  await tx
    .update(t)
    .set({ warnedAt: now })
    .where(and(eq(t.account, latest.account), eq(t.day, latest.day)));
  return latest;
}

export async function listFailedSignInRows(db: DbOrTx, { userId, limit }: { userId: number; limit: number }) {
  return db
    .select()
    .from(failedSignIns)
    .where(eq(failedSignIns.userId, userId))
    .orderBy(desc(failedSignIns.day))
    .limit(limit);
}
