// What every act of a seller on their own resource asks first: is it theirs, may they, can it be changed now.
import type { Tx } from '#server/db/client.ts';
import { noSuchItem } from '#server/features/entitlement/standing.service.ts';
import {
  findOwnResource,
  lockOwnResource,
  type OwnRow,
} from '#server/features/resource/resource-changes.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { findStyle, isResourceCategory, lockSellerOf } from './authoring.queries.ts';

/** Locked until the transaction ends. Nobody else's: to them it is not there. */
export async function lockOwn(tx: Tx, viewer: Viewer, id: number): Promise<OwnRow> {
  const row = await lockOwnResource(tx, { id, sellerId: viewer.id });
  if (!row) throw noSuchItem('resource');
  return row;
}

/** The same, where its seller may change something. */
export async function lockToChange(tx: Tx, viewer: Viewer, id: number): Promise<OwnRow> {
  const row = await lockOwn(tx, viewer, id);
  if (row.state === 'in_review') {
    throw new AppError('conflict', 'This is in review. Take it back from review to change it.');
  }
  return row;
}

/** A suspended shop keeps what it has, and adds nothing. Before the resource is locked, as triggers do it too. */
export async function requireActiveSeller(tx: Tx, viewer: Viewer): Promise<void> {
  const shop = await lockSellerOf(tx, { userId: viewer.id });
  if (!shop) throw notASeller();
  if (shop.state === 'approved' && shop.accountState === 'active') return;
  const reason = shop.suspendedReason ?? shop.accountReason;
  throw new AppError(
    'forbidden',
    `Your shop is suspended${reason ? `: ${reason}` : '.'} Until it is restored, nothing can be added or published.`,
  );
}

/** The same for something they have; a stranger is told that there is nothing, not that they have no shop. */
export async function requireOwnAndActive(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  if (!(await findOwnResource(tx, { id, sellerId: viewer.id }))) throw noSuchItem('resource');
  await requireActiveSeller(tx, viewer);
}

/** A style and a category that exist; a style no longer offered stays where it was. */
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
    'This resource was changed elsewhere, perhaps in another tab. Load the page again to see it, then make your change.',
  );
}

export function notASeller(): AppError {
  return new AppError('forbidden', 'You do not have a shop yet. Apply to sell first.');
}
