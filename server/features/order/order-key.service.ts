// Guest orders: opened with a key, and assigned to an account once it confirms the same address.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { attachAccess } from '#server/features/entitlement/entitlement.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import {
  findOrderOfKey,
  assignGuestOrders,
  assignOrderLines,
  insertOrderKey,
  listGuestOrders,
  listWaitingNumbers,
} from './order-key.queries.ts';
import { lockVerifiedOwner } from './order.queries.ts';
import { randomUUID } from 'node:crypto';

const YEAR = 365 * 86_400_000;
const LINKS_IN_A_MAIL = 20;

/** Opens the order for anyone who has it; we store only its hash. */
export async function createOrderKey(ctx: AppContext, db: DbOrTx, orderId: number): Promise<string> {
  const key = newToken();
  await insertOrderKey(db, { keyHash: hashToken(key), orderId, createdAt: ctx.clock.now() });
  return key;
}

export async function isKeyOf(db: DbOrTx, orderId: number, key: string): Promise<boolean> {
  return (await findOrderOfKey(db, { keyHash: hashToken(key) })) === orderId;
}

/** Users sign in to see theirs; a guest's link contains the key. */
export async function orderLink(
  ctx: AppContext,
  db: DbOrTx,
  { id, userId }: { id: number; userId: number | null },
): Promise<string> {
  const page = `${ctx.config.publicUrl}/orders/${id}`;
  return userId === null ? `${page}?key=${await createOrderKey(ctx, db, id)}` : page;
}

/** Gives the same answer whether there are any, so that nobody learns who bought what. */
export async function sendOrderLinks(ctx: AppContext, email: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const since = new Date(ctx.clock.now().getTime() - YEAR);
    const emailKey = identityKey(email);
    const found = await listGuestOrders(tx, { emailKey, since, limit: LINKS_IN_A_MAIL });
    const hasAccount = (await lockVerifiedOwner(tx, { email })) !== null;
    const to = found[0]?.email ?? (hasAccount ? email : undefined);
    if (to === undefined || !(await claimMailQuota(ctx, tx, { to, kind: 'order-links' }))) return;
    const { siteName } = await getSettings({ db: tx });
    const links: string[] = [];
    for (const order of found) links.push(`${order.number}: ${await orderLink(ctx, tx, order)}`);
    await queueMail(ctx, tx, {
      kind: 'order-links',
      to,
      subject: `Your orders at ${siteName}`,
      text: [
        'Hi,',
        ...(links.length > 0 ? [`here are the links to your orders:\n\n${links.join('\n')}`] : []),
        ...(hasAccount
          ? [
              `this address has an account. Sign in to open everything you own, courses included:\n${ctx.config.publicUrl}/my-purchases`,
            ]
          : []),
        siteName,
      ].join('\n\n'),
    });
  });
}

/**
 * Guest orders of an account's address, until the address is confirmed. Numbers only: registering with
 * another person's address must not reveal what they bought.
 */
export async function listPendingOrders(ctx: AppContext, viewer: Viewer): Promise<{ number: string }[]> {
  if (viewer.isEmailVerified) return [];
  return listWaitingNumbers(ctx.db, { emailKey: identityKey(viewer.email) });
}

/**
 * Once an address is confirmed, guest orders placed with it are assigned to the account. One update claims each order
 * while it has no owner, so confirming twice assigns it once.
 */
export async function joinGuestOrders(
  ctx: AppContext,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const given = await assignGuestOrders(tx, { emailKey: identityKey(email), userId });
  for (const orderId of given) {
    await assignOrderLines(tx, { orderId, buyer: buyerKey({ userId }) });
    await attachAccess(tx, { orderId, userId, now: ctx.clock.now() });
  }
}

export function buyerKey({ userId }: { userId: number | null }): string {
  return userId === null ? `g-${randomUUID()}` : `u${userId}`;
}
