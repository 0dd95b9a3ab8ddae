// Checks before a seller changes a resource: is it theirs, may they sell, can it be changed now.
import type { Tx } from '#server/db/client.ts';
import { noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import {
  findOwnResource,
  lockOwnResource,
  type OwnRow,
} from '#server/features/resource/resource-changes.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { findStyle, isResourceCategory, lockSellerOf } from './authoring.queries.ts';

/** Locked until the transaction ends. Other users' resources are not found. */
export async function lockOwn(tx: Tx, viewer: Viewer, id: number): Promise<OwnRow> {
  const row = await lockOwnResource(tx, { id, sellerId: viewer.id });
  if (!row) throw noSuchItem('resource');
  return row;
}

/** The same, if the resource can be changed now. */
export async function lockToChange(tx: Tx, viewer: Viewer, id: number): Promise<OwnRow> {
  const row = await lockOwn(tx, viewer, id);
  if (row.state === 'in_review') {
    throw new AppError('conflict', 'This resource is in review. Withdraw it to make changes.');
  }
  return row;
}

/** A suspended seller can't add anything. Locks the seller before the resource, as triggers do. */
export async function requireActiveSeller(tx: Tx, viewer: Viewer): Promise<void> {
  const seller = await lockSellerOf(tx, { userId: viewer.id });
  if (!seller) throw notASeller();
  if (seller.state === 'approved' && seller.accountState === 'active') return;
  const reason = seller.suspendedReason ?? seller.accountReason;
  throw new AppError(
    'forbidden',
    `You’re suspended as a seller${reason ? `: ${reason}` : '.'} You can’t add or publish anything until staff lift the suspension.`,
  );
}

/** The same for one of their resources. Other users get “not found”, not “you are not a seller”. */
export async function requireOwnAndActive(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  if (!(await findOwnResource(tx, { id, sellerId: viewer.id }))) throw noSuchItem('resource');
  await requireActiveSeller(tx, viewer);
}

/** Style and category must exist. A retired style may stay where it is. */
export async function requireExistingChoices(
  tx: Tx,
  given: Pick<ResourceChanges, 'danceStyle' | 'categoryId'>,
  before?: OwnRow,
): Promise<void> {
  const { danceStyle, categoryId } = given;
  if (danceStyle !== undefined && danceStyle !== before?.danceStyle) {
    const style = await findStyle(tx, { name: danceStyle });
    if (!style || style.retiredAt) throw unknownChoice('danceStyle', 'Choose one of the dance styles.');
  }
  if (categoryId !== undefined && categoryId !== null && categoryId !== before?.categoryId) {
    if (!(await isResourceCategory(tx, { id: categoryId }))) {
      throw unknownChoice('categoryId', 'Choose one of the categories.');
    }
  }
}

function unknownChoice(path: string, message: string): AppError {
  return new AppError('validation_failed', message, [{ path, message }]);
}

export function changedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'This resource was changed elsewhere, perhaps in another tab. Reload the page, then make your change.',
  );
}

export function notASeller(): AppError {
  return new AppError('forbidden', 'You’re not a seller yet. Apply to sell first.');
}
