// Memberships with 1,000 and with 100,000 members, each with a history: the renewal run, the figures and the list of
// members, on two databases of one PostgreSQL, asked in turns.
import { rm } from 'node:fs/promises';
import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { getMembershipStats } from '#server/features/billing/membership-stats.service.ts';
import { advanceMemberships, remindMembers } from '#server/features/billing/renewal.service.ts';
import { exportMembers, listMembers } from '#server/features/billing/staff-member.service.ts';
import { prepareJobTables } from '#server/jobs/queue.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { createContext } from '#server/start.ts';
import { insertManyMembers } from '../tests/server/many-members.ts';
import { median, temporaryFolder } from './measure.ts';

const SIZES = [1000, 100_000] as const;
const ROUNDS = 5;
const RENEWED = 100;
/** Per member. */
const MOST_GROWTH = 3;
const DOMAIN = 'bench.example';

type Work = (ctx: AppContext) => Promise<unknown>;
/** `members`: how many one run is about, if not all. */
type Case = { name: string; prepare?: Work; work: Work; members?: number };

const list =
  (filter: Partial<Parameters<typeof listMembers>[1]>): Work =>
  (ctx) =>
    listMembers(ctx, { sort: 'newest', page: 1, ...filter });

/** Others each time. */
const makeDue: Work = ({ pool }) =>
  pool.query(
    `update memberships set ends_at = now(), next_action_at = now() where id in (
       select id from memberships where state = 'active' and ends_at > now() order by ends_at, id limit $1)`,
    [RENEWED],
  );

const CASES: readonly Case[] = [
  {
    name: `renewal run over ${RENEWED} due members`,
    prepare: makeDue,
    work: advanceMemberships,
    members: RENEWED,
  },
  { name: 'renewal run with nobody due', work: advanceMemberships },
  { name: 'reminders with nobody due', work: remindMembers },
  { name: 'figures: recurring revenue, churn, trials, cohorts', work: getMembershipStats },
  { name: 'members: first page', work: list({}) },
  { name: 'members: who ends first', work: list({ sort: 'ends-first', state: 'active' }) },
  { name: 'members: who left last month', work: (ctx) => list({ ended: lastMonth(ctx) })(ctx) },
  { name: 'members: search by name', work: list({ q: 'mara p-77' }) },
  { name: 'members: CSV of all', work: exportAll },
];

const lastMonth = ({ clock }: AppContext) => {
  const now = clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
};

async function exportAll(ctx: AppContext): Promise<void> {
  const { rows } = await ctx.pool.query<{ id: number }>('select id from users order by id limit 1');
  const viewer = { id: rows[0]?.id } as Parameters<typeof exportMembers>[1];
  const { content } = await exportMembers(ctx, viewer, { sort: 'newest' });
  for await (const _ of content as AsyncIterable<unknown>);
}

export async function measureMembership(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  const opened: { size: number; ctx: AppContext; close: () => Promise<void> }[] = [];
  try {
    for (const size of SIZES) {
      const connection = { ...embedded.connection, database: `members_${size}` };
      await ensureDatabase(embedded.connection, connection.database);
      await migrateDatabase(connection, { alsoPrepare: () => prepareJobTables(connection, JOBS) });
      const database = connectDatabase(connection, { max: 6 });
      const ctx = createContext(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), database, connection);
      await fill(ctx.pool, size);
      const close = async () => {
        await ctx.jobs.stop();
        await database.close();
      };
      opened.push({ size, ctx, close });
    }
    const found = [];
    for (const one of CASES) found.push(await measure(one, opened));
    return report(found);
  } finally {
    for (const { close } of opened) await close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Found = { name: string; small: number; large: number; perMember: number[] };

/** Growth per member: of work for a fixed number of them, simply its growth. */
async function measure(
  { name, prepare, work, members }: Case,
  opened: readonly { size: number; ctx: AppContext }[],
): Promise<Found> {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [];
    for (const { ctx } of opened) {
      await prepare?.(ctx);
      const began = performance.now();
      await work(ctx);
      times.push(performance.now() - began);
    }
    // The first round warms up.
    if (round > 0) rounds.push(times);
  }
  const of = (at: number) => median(rounds.map((times) => times[at] ?? NaN));
  const more = members === undefined ? SIZES[1] / SIZES[0] : 1;
  const perMember = rounds.map(([small = NaN, large = NaN]) => large / small / more);
  process.stdout.write(
    `${name}: ${of(0).toFixed(1)} ms, ${of(1).toFixed(1)} ms, ×${median(perMember).toFixed(2)} per member\n`,
  );
  return { name, small: of(0), large: of(1), perMember };
}

/** One to twelve paid months each; a third began with a trial, a fifth have left in the last year. */
async function fill(pool: pg.Pool, size: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    const now = Date.now();
    const startsAt = new Date(now - 10 * 86_400_000);
    await insertManyMembers(client, {
      count: size,
      domain: DOMAIN,
      startsAt,
      endsAt: new Date(now + 20 * 86_400_000),
    });
    await client.query(
      `insert into membership_invoices (membership_id, kind, state, price_id, starts_at, ends_at, amount_cents, created_at, paid_at)
       select m.id, case when back = m.id % 12 then 'start' else 'renewal' end, 'paid', m.price_id,
         m.starts_at - make_interval(months => back), m.starts_at - make_interval(months => back - 1), 1900,
         m.starts_at - make_interval(months => back), m.starts_at - make_interval(months => back)
       from memberships m, lateral generate_series(m.id % 12, 0, -1) back order by m.id, back desc`,
    );
    await client.query(
      `update memberships set trial_ends_at = starts_at - make_interval(months => id % 12) where id % 3 = 0`,
    );
    await client.query(
      `update memberships set state = 'cancelled', next_action_at = null, ended_at = now() - make_interval(days => id % 365)
       where id % 5 = 0`,
    );
    await client.query(
      `delete from membership_invoices i using memberships m
       where m.id = i.membership_id and i.starts_at >= m.ended_at`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

function report(found: readonly Found[]): string {
  const worst = Math.max(...found.map(({ perMember }) => median(perMember)));
  const rows = found.map(({ name, small, large, perMember }) => {
    const range = `${Math.min(...perMember).toFixed(2)}–${Math.max(...perMember).toFixed(2)}`;
    return `| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${median(perMember).toFixed(2)} (${range}) |`;
  });
  return [
    '## Memberships',
    '',
    `Generated members, each with one to twelve paid months; a fifth have left. The work behind the job and the pages, asked in turns on both sizes: median of ${ROUNDS} rounds after one of warm-up, growth of the time per member as the median of the rounds (lowest–highest). Renewals go through the sandbox; ${RENEWED} of the members are due in each round.`,
    '',
    `Target: 100,000 members within ${MOST_GROWTH} times per member of 1,000: **${worst <= MOST_GROWTH ? 'met' : 'missed'}** (at most ${worst.toFixed(2)}).`,
    '',
    '| work | 1,000, ms | 100,000, ms | growth per member |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}
