// Who may use what, and why (DESIGN §4). Any live cause gives access; taking one away leaves the others.
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import {
  findLiveEntitlement,
  insertEntitlement,
  listHolderRows,
  markRevoked,
  type Cause,
  type HolderFilter,
  type NewEntitlement,
} from './entitlement.queries.ts';

export type Item = { itemType: EntitlementItem; itemId: number };

export function hasLiveEntitlement(
  db: DbOrTx,
  whose: Item & { userId: number; now: Date },
): Promise<boolean> {
  return findLiveEntitlement(db, whose);
}

/** False: this very cause had been given before, and nothing changed. */
export function grantEntitlement(tx: DbOrTx, given: NewEntitlement): Promise<boolean> {
  return insertEntitlement(tx, given);
}

/** Part of what takes the cause away, a refund or the end of a seat; false: there was nothing left to take. */
export function revokeEntitlement(tx: Tx, cause: Cause): Promise<boolean> {
  return markRevoked(tx, cause);
}

/** Whom to tell that something they have has changed: the next so many, by number. */
export function listHolders(db: DbOrTx, asked: HolderFilter) {
  return listHolderRows(db, asked);
}

export { insertEnrollment, markEnrollmentCompleted as completeEnrollment } from './entitlement.queries.ts';

export {
  attachAccess,
  insertSeatEntitlement,
  grantOrderAccessSql,
  revokeAccess,
  settleAccess,
  endSeatEntitlement,
} from './order-access.queries.ts';
