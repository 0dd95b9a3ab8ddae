// Writing down what staff do to someone else's things, in the transaction that does it, and reading it again.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { AUDIT_LABELS, auditLabel, type AuditAction } from '#shared/features/site/audit.rules.ts';
import type { AuditEntry } from '#shared/features/site/staff.contract.ts';
import {
  countAudit,
  hasAuditSince,
  insertAudit,
  listAuditRows,
  type AuditFilter,
  type AuditRow,
} from './audit.queries.ts';

export type Audited = {
  /** Null: the site itself. */
  actor: { id: number } | null;
  action: AuditAction;
  subject: [type: string, id: string | number];
  /** The person it concerns, where there is one. */
  userId?: number;
  /** What changed. Never a password, a token or a mail's text. */
  details?: Record<string, unknown>;
};

export async function recordAudit(ctx: AppContext, db: DbOrTx, audited: Audited): Promise<void> {
  const { actor, action, subject, userId, details = {} } = audited;
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

/** For what someone does again and again, and what is no change: one row a while says it. */
export async function recordAuditOnceEach(
  ctx: AppContext,
  milliseconds: number,
  audited: Audited & { actor: { id: number } },
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - milliseconds);
  const { actor, action, subject } = audited;
  if (await hasAuditSince(ctx.db, { actorId: actor.id, action, subject, since })) return;
  await recordAudit(ctx, ctx.db, audited);
}

export async function listAuditPage(ctx: AppContext, { page, ...filter }: AuditFilter & { page: number }) {
  const [total, rows] = await Promise.all([
    countAudit(ctx.db, filter),
    listAuditRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const actions = Object.entries(AUDIT_LABELS).map(([name, label]) => ({ name, label }));
  return { items: rows.map(toEntry), total, page, pageSize: PAGE_SIZE, actions };
}

/** The newest of what was done to one account. */
export async function listAuditOf(
  ctx: AppContext,
  { userId, limit }: { userId: number; limit: number },
): Promise<AuditEntry[]> {
  return (await listAuditRows(ctx.db, { userId }, { limit })).map(toEntry);
}

/** Who last did this to that person, by name; null: nobody, or the site itself. */
export async function findLastActor(
  db: DbOrTx,
  { userId, action }: { userId: number; action: AuditAction },
): Promise<string | null> {
  const [row] = await listAuditRows(db, { userId, action }, { limit: 1 });
  return row?.actor ? fullNameOf(row.actor) : null;
}

function toEntry({ actorId, actor, userId, person, createdAt, ...row }: AuditRow): AuditEntry {
  const named = (id: number | null, who: AuditRow['actor']) =>
    id === null ? null : { id, name: fullNameOf(who) };
  return {
    ...row,
    label: auditLabel(row.action),
    actor: named(actorId, actor),
    person: named(userId, person),
    createdAt: createdAt.toISOString(),
  };
}
