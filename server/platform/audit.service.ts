// The audit log: staff actions, recorded in the transaction that performs them.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { AUDIT_LABELS, auditLabel, type AuditAction } from '#shared/features/site/audit.rules.ts';
import type { AuditEntry } from '#shared/features/site/site.schema.ts';
import {
  countAudit,
  hasAuditSince,
  insertAudit,
  listAuditRows,
  type AuditFilter,
  type AuditRow,
} from './audit.queries.ts';

export type AuditInput = {
  /** Null for the site itself. */
  actor: { id: number } | null;
  action: AuditAction;
  subject: [type: string, id: string | number];
  /** The user it concerns, if any. */
  userId?: number;
  /** What changed. Never a password, a token or the text of an email. */
  details?: Record<string, unknown>;
};

export async function recordAudit(ctx: AppContext, db: DbOrTx, entry: AuditInput): Promise<void> {
  const { actor, action, subject, userId, details = {} } = entry;
  await insertAudit(db, {
    actorId: actor?.id ?? null,
    action,
    subjectType: subject[0],
    subjectId: String(subject[1]),
    userId: userId ?? null,
    details,
    createdAt: ctx.clock.now(),
  });
}

/** For repeated actions that change nothing, such as reading: one entry per period is enough. */
export async function recordAuditAtMostEvery(
  ctx: AppContext,
  milliseconds: number,
  entry: AuditInput & { actor: { id: number } },
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - milliseconds);
  const { actor, action, subject } = entry;
  if (await hasAuditSince(ctx.db, { actorId: actor.id, action, subject, since })) return;
  await recordAudit(ctx, ctx.db, entry);
}

export async function listAudit(ctx: AppContext, { page, ...filter }: AuditFilter & { page: number }) {
  const [total, rows] = await Promise.all([
    countAudit(ctx.db, filter),
    listAuditRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const actions = Object.entries(AUDIT_LABELS).map(([name, label]) => ({ name, label }));
  return { items: rows.map(toEntry), total, page, pageSize: PAGE_SIZE, actions };
}

/** The latest entries about one user. */
export async function listUserAudit(
  ctx: AppContext,
  { userId, limit }: { userId: number; limit: number },
): Promise<AuditEntry[]> {
  return (await listAuditRows(ctx.db, { userId }, { limit })).map(toEntry);
}

/** The name of the last staff member who did this to the user; null if nobody or the site itself did. */
export async function findLastActor(
  db: DbOrTx,
  { userId, action }: { userId: number; action: AuditAction },
): Promise<string | null> {
  const [row] = await listAuditRows(db, { userId, action }, { limit: 1 });
  return row?.actor ? fullNameOf(row.actor) : null;
}

function toEntry({ actorId, actor, userId, user, createdAt, ...row }: AuditRow): AuditEntry {
  const toName = (id: number | null, names: AuditRow['actor']) =>
    id === null ? null : { id, name: fullNameOf(names) };
  return {
    ...row,
    label: auditLabel(row.action),
    actor: toName(actorId, actor),
    person: toName(userId, user),
    createdAt: createdAt.toISOString(),
  };
}
