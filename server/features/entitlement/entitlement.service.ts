// Who may use what, and why (DESIGN §4). Any live cause gives access; revoking one leaves the others.
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

/** False if the same cause already gave access, and nothing changed. */
export function grantEntitlement(tx: DbOrTx, given: NewEntitlement): Promise<boolean> {
  return insertEntitlement(tx, given);
}

/** Called by whatever ends the cause, a refund or the end of a seat; false if there was nothing to revoke. */
export function revokeEntitlement(tx: Tx, cause: Cause): Promise<boolean> {
  return markRevoked(tx, cause);
}

/** The next batch of users to notify about a change, by id. */
export function listHolders(db: DbOrTx, asked: HolderFilter) {
  return listHolderRows(db, asked);
}

export {
  endMembershipAccess,
  insertEnrollment,
  listHoldersAmong,
  markEnrollmentCompleted as completeEnrollment,
  openMembershipAccess,
  setMembershipAccess,
} from './entitlement.queries.ts';

export {
  attachAccess,
  insertSeatEntitlement,
  grantOrderAccessSql,
  revokeAccess,
  settleAccess,
  endSeatEntitlement,
} from './order-access.queries.ts';
