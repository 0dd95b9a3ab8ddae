// Personal data of accounts: known devices, failed sign-ins, two-factor sign-in and emailed links.
import { and, asc, desc, eq, isNotNull, isNull, lt, or } from '#server/db/drizzle.ts';
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import {
  failedSignIns,
  knownDevices,
  mailLinks,
  recoveryCodes,
  twoFactors,
} from '#server/db/schema/account.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

const KNOWN_DEVICE_DAYS = 180;
const FAILED_SIGN_IN_DAYS = 30;

export const accountPersonalData: PersonalData = {
  tables: [knownDevices, failedSignIns, twoFactors, recoveryCodes, mailLinks],
  collect: {
    placesSignedInFrom: collectKnownDevices,
    failedSignIns: collectFailedSignIns,
    twoFactor: collectTwoFactor,
    links: collectMailLinks,
  },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
    await tx.delete(failedSignIns).where(eq(failedSignIns.userId, userId));
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await tx.delete(mailLinks).where(eq(mailLinks.userId, userId));
  },
  prune: pruneAccount,
};

/** Only hashes are stored, so all there is to export is when. */
async function collectKnownDevices(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ seenAt: knownDevices.seenAt })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(asc(knownDevices.seenAt));
}

async function collectFailedSignIns(db: DbOrTx, { userId }: DataSubject) {
  const { day, failedCount, blockedCount, addresses, knownDeviceCount, firstAt, lastAt } = failedSignIns;
  return db
    .select({
      day,
      wrong: failedCount,
      refused: blockedCount,
      addresses,
      fromKnown: knownDeviceCount,
      firstAt,
      lastAt,
    })
    .from(failedSignIns)
    .where(eq(failedSignIns.userId, userId))
    .orderBy(desc(day));
}

async function collectTwoFactor(db: DbOrTx, { userId }: DataSubject) {
  const [app] = await db
    .select({ confirmedAt: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  const used = await db
    .select({ usedAt: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNotNull(recoveryCodes.usedAt)))
    .orderBy(asc(recoveryCodes.usedAt));
  return {
    isOn: Boolean(app?.confirmedAt),
    onSince: app?.confirmedAt ?? null,
    recoveryCodesUsedAt: used.map((row) => row.usedAt),
  };
}

async function collectMailLinks(db: DbOrTx, { userId }: DataSubject) {
  const { purpose, email, createdAt, expiresAt, usedAt } = mailLinks;
  return db
    .select({ purpose, email, createdAt, expiresAt, usedAt })
    .from(mailLinks)
    .where(eq(mailLinks.userId, userId))
    .orderBy(asc(mailLinks.id));
}

async function pruneAccount({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const dayBefore = (days: number) => daysAfter(now, -days).toISOString().slice(0, 10);
  const { day, userId } = failedSignIns;
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, now));
  await db.delete(knownDevices).where(lt(knownDevices.seenAt, daysAfter(now, -KNOWN_DEVICE_DAYS)));
  // Attempts on names nobody has are of no use to anyone, so they go sooner.
  await db
    .delete(failedSignIns)
    .where(or(lt(day, dayBefore(FAILED_SIGN_IN_DAYS)), and(isNull(userId), lt(day, dayBefore(1)))));
}
