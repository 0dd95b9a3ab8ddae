// Exports everything stored about a user, and erases it when they delete their account.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { confirmPassword, lockConfirmed } from '#server/features/account/password.service.ts';
import { listBookings, listPackages } from '#server/features/booking/booking.service.ts';
import { getBookingCredit } from '#server/features/membership/booking-credit.service.ts';
import { findLiveMembership } from '#server/features/membership/membership.service.ts';
import { listOwnOrderIds } from '#server/features/order/order.privacy.ts';
import { sumUnpaidEarnings } from '#server/features/payout/payout.privacy.ts';
import { findPlan } from '#server/features/plan/plan.service.ts';
import { deleteAvatarFile, scheduleAvatarRemoval } from '#server/features/profile/avatar.service.ts';
import { requireAnotherAdmin } from '#server/features/user-admin/user-actions.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { DataSubject } from '#server/platform/personal-data.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import type { AccountLosses } from '#shared/features/privacy/privacy.contract.ts';
import { DEFAULT_CURRENCY, formatCents } from '#shared/money.ts';
import { countLostSeats, findPaidItems } from './privacy.queries.ts';
import { PERSONAL_DATA } from './privacy.registry.ts';

/** Every section as of one moment. */
export async function exportAccount(ctx: AppContext, viewer: Viewer): Promise<Record<string, unknown>> {
  const exportedAt = ctx.clock.now().toISOString();
  return inTransaction(
    ctx.db,
    async (tx) => {
      const file: Record<string, unknown> = { exportedAt };
      const subject = await getDataSubject(tx, viewer);
      for (const { collect = {} } of PERSONAL_DATA) {
        for (const [name, section] of Object.entries(collect)) file[name] = await section(tx, subject);
      }
      return file;
    },
    { isolation: 'repeatable read' },
  );
}

/** What was paid for and is lost, before the user confirms. */
export async function listAccountLosses(ctx: AppContext, viewer: Viewer): Promise<AccountLosses> {
  const now = ctx.clock.now();
  const mine = { userId: viewer.id };
  const [items, seats, live, { credit }, packages, bookings] = await Promise.all([
    findPaidItems(ctx.db, { ...mine, now }),
    countLostSeats(ctx.db, mine),
    findLiveMembership(ctx.db, mine),
    getBookingCredit(ctx, viewer),
    listPackages(ctx, viewer),
    listBookings(ctx, viewer, { when: 'upcoming', page: 1 }),
  ]);
  const membership = live?.state === 'incomplete' ? null : live;
  const plan = membership && (await findPlan(ctx.db, { id: membership.planId }));
  // A seat in a colleague's membership shares their credit, which stays with them.
  const hasCredit = membership && credit && Number(credit.left) > 0;
  return {
    ...items,
    seats,
    membership: membership && { plan: plan?.name ?? '', paidUntil: membership.endsAt.toISOString() },
    credit: hasCredit ? { left: credit.left, endsAt: credit.endsAt } : null,
    packages: packages
      .filter(({ creditsLeft }) => creditsLeft > 0)
      .map(({ title, creditsLeft }) => ({ title, sessionsLeft: creditsLeft })),
    bookings: bookings.total,
  };
}

export async function deleteAccount(
  ctx: AppContext,
  viewer: Viewer,
  { password }: { password: string },
): Promise<void> {
  const confirmation = await confirmPassword(ctx, viewer, password);
  const profileImageUrl = await inTransaction(ctx.db, async (tx) => {
    const user = await lockConfirmed(tx, confirmation);
    const now = ctx.clock.now();
    await refuseWhileOwed(tx, user.id);
    const subject = await getDataSubject(tx, user);
    for (const { erase } of PERSONAL_DATA) await erase?.(ctx, tx, { ...subject, now });
    if (user.roles.includes('admin')) await requireAnotherAdmin(tx);
    await recordAudit(ctx, tx, {
      actor: user,
      action: 'account.delete',
      subject: ['user', user.id],
      userId: user.id,
    });
    await scheduleAvatarRemoval(ctx, tx, user.profileImageUrl);
    await queueFarewell(ctx, tx, user.email);
    return user.profileImageUrl;
  });
  await deleteAvatarFile(ctx, profileImageUrl);
}

async function getDataSubject(
  db: DbOrTx,
  { id, email, isEmailVerified }: { id: number; email: string; isEmailVerified: boolean },
): Promise<DataSubject> {
  const user = { userId: id, email, isEmailVerified };
  return { ...user, orderIds: await listOwnOrderIds(db, user) };
}

/** Deleting the account deletes the payout account, so nobody could pay them afterwards. */
async function refuseWhileOwed(tx: Tx, userId: number): Promise<void> {
  const { owedCents, sentCents } = await sumUnpaidEarnings(tx, { userId });
  if (owedCents <= 0 && sentCents <= 0) return;
  const amount = formatCents(Math.max(owedCents, 0) + sentCents, DEFAULT_CURRENCY);
  const { supportEmail } = await getSettings({ db: tx });
  throw new AppError(
    'conflict',
    `${amount} from your sales has not reached your bank yet. You can delete your account once it has been paid out (see Seller Payments), or email ${supportEmail}.`,
  );
}

/** Doesn't use the name: this email is the last thing we store about them, until old emails are pruned. */
async function queueFarewell(ctx: AppContext, tx: Tx, email: string): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'account-state',
    to: email,
    subject: `Your account at ${siteName} is deleted`,
    text: [
      'Hi,',
      `As you asked, we have deleted your account at ${siteName} and everything we stored about you. Records that others still need, such as purchases, stay without your name.`,
      `If you didn’t ask for this, email ${supportEmail} as soon as you can.`,
      'Thank you for being with us.',
    ].join('\n\n'),
  });
}
