// Writing down what staff do to someone else's things, in the transaction that does it.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { insertAudit } from './audit.queries.ts';

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
