// What happened to a resource, in SQL: only ever added to.
import { desc, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { resourceEvents } from '#server/db/schema/resource.ts';
import type { ResourceEventKind } from '#shared/features/resource/resource.states.ts';

export type NewResourceEvent = {
  resourceId: number;
  /** Null: the site itself. */
  actorId: number | null;
  kind: ResourceEventKind;
  reason?: string | null;
  details?: Record<string, unknown>;
  createdAt: Date;
};

/** In the transaction that does what it tells of. */
export async function insertResourceEvent(tx: Tx, event: NewResourceEvent): Promise<void> {
  await tx.insert(resourceEvents).values(event);
}

/** The newest first. Without a person it was the site itself. */
export async function listResourceEvents(
  db: DbOrTx,
  { resourceId, limit }: { resourceId: number; limit: number },
) {
  return db
    .select({
      id: resourceEvents.id,
      actorId: resourceEvents.actorId,
      actor: { firstName: users.firstName, lastName: users.lastName, username: users.username },
      kind: resourceEvents.kind,
      reason: resourceEvents.reason,
      details: resourceEvents.details,
      createdAt: resourceEvents.createdAt,
    })
    .from(resourceEvents)
    .leftJoin(users, eq(users.id, resourceEvents.actorId))
    .where(eq(resourceEvents.resourceId, resourceId))
    .orderBy(desc(resourceEvents.id))
    .limit(limit);
}

export type ResourceEventRow = Awaited<ReturnType<typeof listResourceEvents>>[number];
