// Tools for tests of staff endpoints: users by name, emails, the audit log, query counts.
import type { TestContext } from './test-database.ts';

export async function idOf(ctx: TestContext, username: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>('select id from users where username = $1', [
    username,
  ]);
  if (!rows[0]) throw new Error(`${username} is not in the demo school`);
  return rows[0].id;
}

export type UserRow = {
  role: string;
  roles: string[];
  state: string;
  suspended_reason: string | null;
};

export async function userRow(ctx: TestContext, username: string): Promise<UserRow> {
  const { rows } = await ctx.pool.query<UserRow>(
    'select role, roles, state, suspended_reason from users where username = $1',
    [username],
  );
  if (!rows[0]) throw new Error(`${username} is not in the demo school`);
  return rows[0];
}

export async function makeAdmin(ctx: TestContext, ...usernames: string[]): Promise<void> {
  await ctx.pool.query(`update users set role = 'admin', roles = '{admin}' where username = any($1)`, [
    usernames,
  ]);
}

export type MailRow = { to: string; subject: string; text: string };

export async function mailsTo(ctx: TestContext, username: string): Promise<MailRow[]> {
  const { rows } = await ctx.pool.query<MailRow>(
    'select "to", subject, text from mail_outbox where "to" = $1 order by created_at',
    [`${username}@releve.example`],
  );
  return rows;
}

export type AuditRow = {
  action: string;
  actor: string | null;
  subject_type: string;
  subject_id: string;
  details: Record<string, unknown>;
};

/** Audit entries since the test started, oldest first: the demo school's own rows are older. */
export async function newAudit(ctx: TestContext, action?: string): Promise<AuditRow[]> {
  const { rows } = await ctx.pool.query<AuditRow>(
    `select action, actor.username as actor, subject_type, subject_id, details
     from audit_log left join users actor on actor.id = actor_id
     where audit_log.created_at >= '2026-11-15T12:00Z' and ($1::text is null or action = $1) order by audit_log.id`,
    [action ?? null],
  );
  return rows;
}

/** How many queries `work` sends outside transactions: a list must not send one per row. */
export async function countQueries(ctx: TestContext, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const { query } = ctx.pool;
  const counting = (...args: unknown[]) => {
    // The styles are read once a second, by whoever comes first.
    if ((args[0] as { name?: string } | undefined)?.name !== 'dance_styles') count++;
    return Reflect.apply(query, ctx.pool, args) as unknown;
  };
  ctx.pool.query = counting as typeof query;
  try {
    await work();
  } finally {
    ctx.pool.query = query;
  }
  return count;
}
