// The audit log in SQL.
import { and, count, desc, eq, gt, inArray, or } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { containsWords } from '#server/db/search.ts';

export async function insertAudit(db: DbOrTx, values: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(values);
}

export type AuditFilter = {
  /** Matches the name, username or email address of the actor or the user concerned. */
  q?: string | undefined;
  action?: string | undefined;
  userId?: number | undefined;
};

function isFound(db: DbOrTx, { q, action, userId }: AuditFilter) {
  const isNamed = containsWords(users.searchText, q);
  const named = isNamed && db.select({ id: users.id }).from(users).where(isNamed);
  return and(
    named && or(inArray(auditLog.actorId, named), inArray(auditLog.userId, named)),
    action ? eq(auditLog.action, action) : undefined,
    userId === undefined ? undefined : eq(auditLog.userId, userId),
  );
}

export async function listAuditRows(
  db: DbOrTx,
  filter: AuditFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const [actor, user] = [alias(users, 'actor'), alias(users, 'concerned_user')];
  return db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      subjectType: auditLog.subjectType,
      subjectId: auditLog.subjectId,
      details: auditLog.details,
      createdAt: auditLog.createdAt,
      actorId: auditLog.actorId,
      actor: { firstName: actor.firstName, lastName: actor.lastName, username: actor.username },
      userId: auditLog.userId,
      user: { firstName: user.firstName, lastName: user.lastName, username: user.username },
    })
    .from(auditLog)
    .leftJoin(actor, eq(actor.id, auditLog.actorId))
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(isFound(db, filter))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit)
    .offset(offset);
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];

export async function countAudit(db: DbOrTx, filter: AuditFilter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(auditLog).where(isFound(db, filter));
  return row?.total ?? 0;
}

type AuditQuery = {
  actorId: number;
  action: string;
  subject: readonly [type: string, id: string | number];
  since: Date;
};

export async function hasAuditSince(
  db: DbOrTx,
  { actorId, action, subject, since }: AuditQuery,
): Promise<boolean> {
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, actorId),
        eq(auditLog.action, action),
        eq(auditLog.subjectType, subject[0]),
        eq(auditLog.subjectId, String(subject[1])),
        gt(auditLog.createdAt, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}
