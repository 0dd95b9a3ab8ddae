// Personal data of rights notices: what a reporter wrote, and what a seller answered. That there was a notice, and its
// outcome, stays with the resource.
import { and, asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resources } from '#server/db/schema/resource.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { STATES_SELLERS_SEE } from '#shared/features/moderation/rights-notice.states.ts';

export const moderationPersonalData: PersonalData = {
  tables: [rightsNotices],
  collect: { reports: collectReports, takedowns: collectTakedowns },
  async erase(_ctx, tx, { userId }) {
    await tx.update(rightsNotices).set({ body: '' }).where(eq(rightsNotices.reporterId, userId));
    const ownResources = tx
      .select({ id: resources.id })
      .from(resources)
      .where(eq(resources.sellerId, userId));
    await tx
      .update(rightsNotices)
      .set({ counterBody: '' })
      .where(
        and(inArray(rightsNotices.resourceId, ownResources), sql`${rightsNotices.counterBody} is not null`),
      );
  },
};

async function collectReports(db: DbOrTx, { userId }: DataSubject) {
  const { resourceId, reason, body, state, createdAt, decidedAt, decisionReason } = rightsNotices;
  const { closedAt, closeReason } = rightsNotices;
  return db
    .select({
      resourceId,
      title: resources.title,
      reason,
      body,
      state,
      createdAt,
      decidedAt,
      decisionReason,
      closedAt,
      closeReason,
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(rightsNotices.reporterId, userId))
    .orderBy(asc(rightsNotices.id));
}

/** Notices against their resources and their counter-notices; neither the reporter nor what the reporter wrote. */
async function collectTakedowns(db: DbOrTx, { userId }: DataSubject) {
  const { id, resourceId, reason, state, decidedAt, decisionReason } = rightsNotices;
  const { counterBody, counteredAt, closedAt, closeReason } = rightsNotices;
  return db
    .select({
      id,
      resourceId,
      title: resources.title,
      reason,
      state,
      decidedAt,
      decisionReason,
      counterBody,
      counteredAt,
      closedAt,
      closeReason,
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(and(eq(resources.sellerId, userId), inArray(state, [...STATES_SELLERS_SEE])))
    .orderBy(asc(id));
}
