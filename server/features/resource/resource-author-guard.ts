// What every act of a seller on their own resource asks first: is it theirs, may they, can it be changed now.
import type { Tx } from '#server/db/client.ts';
import type { Viewer } from '#server/features/account/session.service.ts';
import { noSuchItem } from '#server/features/entitlement/standing.service.ts';
import { AppError } from '#shared/errors.ts';
import { findOwnResource, lockOwnResource, lockShopOf, type OwnRow } from './resource-own.queries.ts';
import { noShop } from './resource-own.service.ts';

/** Locked until the transaction ends. Nobody else's: to them it is not there. */
export async function lockMine(tx: Tx, viewer: Viewer, id: number): Promise<OwnRow> {
  const row = await lockOwnResource(tx, { id, sellerId: viewer.id });
  if (!row) throw noSuchItem('resource');
  return row;
}

/** The same, where its seller may change something. */
export async function lockToChange(tx: Tx, viewer: Viewer, id: number): Promise<OwnRow> {
  const row = await lockMine(tx, viewer, id);
  if (row.state === 'in_review') {
    throw new AppError('conflict', 'This is in review. Take it back from review to change it.');
  }
  return row;
}

/** A suspended shop keeps what it has, and adds nothing. Before the resource is locked, as triggers do it too. */
export async function requireOpenShop(tx: Tx, viewer: Viewer): Promise<void> {
  const shop = await lockShopOf(tx, { userId: viewer.id });
  if (!shop) throw noShop();
  if (shop.state === 'approved' && shop.accountState === 'active') return;
  const reason = shop.suspendedReason ?? shop.accountReason;
  throw new AppError(
    'forbidden',
    `Your shop is suspended${reason ? `: ${reason}` : '.'} Until it is restored, nothing can be added or published.`,
  );
}

/** The same for something they have; a stranger is told that there is nothing, not that they have no shop. */
export async function requireMineAndOpen(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  if (!(await findOwnResource(tx, { id, sellerId: viewer.id }))) throw noSuchItem('resource');
  await requireOpenShop(tx, viewer);
}

/** It is or was on sale: what changes is seen by those who have it, and looked at by officers afterwards. */
export const isOnceSold = ({ state }: Pick<OwnRow, 'state'>): boolean =>
  state === 'published' || state === 'archived';
