// Personal data of entitlements and grants. Paid entitlements stay for the ledger and refer to the user by id only.
import { and, asc, eq, sql } from 'drizzle-orm';
import { itemTitle } from '#server/db/item-title.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { entitlements, grants } from '#server/db/schema/entitlement.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const entitlementPersonalData: PersonalData = {
  tables: [entitlements, grants],
  collect: { things: collectEntitlements, given: collectGrants },
  async erase(_ctx, tx, { userId }) {
    const isOwn = eq(entitlements.userId, userId);
    await tx.delete(entitlements).where(and(isOwn, eq(entitlements.cause, 'free')));
    // Their seats become available to other teachers of the studio (seat.privacy.ts).
    await tx
      .update(entitlements)
      .set({ state: 'revoked' })
      .where(and(isOwn, eq(entitlements.cause, 'seat'), eq(entitlements.state, 'active')));
    // Staff may have named the user in their reasons.
    await tx
      .update(grants)
      .set({ reason: '', revokeReason: sql`case when ${grants.revokedAt} is null then null else '' end` })
      .where(eq(grants.userId, userId));
  },
};

async function collectEntitlements(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, cause, state, createdAt, endsAt } = entitlements;
  return db
    .select({ itemType, itemId, title: itemTitle(itemType, itemId), cause, state, createdAt, endsAt })
    .from(entitlements)
    .where(eq(entitlements.userId, userId))
    .orderBy(asc(entitlements.id));
}

async function collectGrants(db: DbOrTx, { userId }: DataSubject) {
  const { itemType, itemId, kind, reason, createdAt, revokedAt, revokeReason } = grants;
  const title = itemTitle(itemType, itemId);
  return db
    .select({ itemType, itemId, title, kind, reason, createdAt, revokedAt, revokeReason })
    .from(grants)
    .where(eq(grants.userId, userId))
    .orderBy(asc(grants.id));
}
