import { randomBytes } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { testContext } from '../../tests/server/test-database.ts';
import { ensureStarterCategories } from '#server/features/category/category.service.ts';
import { ensureStarterTemplates } from '#server/features/certificate-template/certificate-template.service.ts';
import { DEMO_USERNAMES, seedDemo } from './demo.ts';

const ctx = await testContext();

async function emptyDatabase() {
  const server = inject('postgres');
  const database = `test_seed_${randomBytes(6).toString('hex')}`;
  await ensureDatabase(server, database);
  await migrateDatabase({ ...server, database });
  return { ...server, database };
}

it('has six users with a password and forty without', async () => {
  const { rows } = await ctx.pool.query<{ username: string; can: boolean }>(
    `select username, password_hash <> 'none' as can from users order by id`,
  );
  expect(rows.filter((row) => row.can).map((row) => row.username)).toEqual([...DEMO_USERNAMES]);
  expect(rows.length).toBeGreaterThan(45);
});

it('shows staff something on every page', async () => {
  const { rows } = await ctx.pool.query(`
    select
      (select count(*)::int from applications where state = 'waiting' and kind = 'sell') as sell,
      (select count(*)::int from applications where state = 'waiting' and kind = 'teach') as teach,
      (select count(*)::int from users where state = 'suspended' and suspended_reason <> '') as suspended,
      (select count(*)::int from users where email_verified_at is null) as unverified,
      (select count(distinct day) > 85 from active_days where day > date '2026-11-15' - 90) as "isBusy",
      (select count(*)::int from audit_log) >= 10 as "hasAudit",
      (select bool_and(bio <> '' and cardinality(dance_styles) > 0) from users where id <= 6) as "haveBios"`);
  expect(rows).toEqual([
    { sell: 3, teach: 3, suspended: 1, unverified: 5, isBusy: true, hasAudit: true, haveBios: true },
  ]);
});

it('dates nothing after the moment of seeding, and nothing before its user joined', async () => {
  const { rows } = await ctx.pool.query(`
    select
      (select count(*)::int from users where created_at > '2026-11-15T12:00Z') as users,
      (select count(*)::int from applications a join users u on u.id = a.user_id
        where a.created_at < u.created_at or a.decided_at < a.created_at or a.decided_at > '2026-11-15T12:00Z') as applications,
      (select count(*)::int from active_days a join users u on u.id = a.user_id
        where a.day < (u.created_at at time zone 'UTC')::date or a.day > '2026-11-15') as days,
      (select count(*)::int from audit_log where created_at > '2026-11-15T12:00Z') as audit`);
  expect(rows).toEqual([{ users: 0, applications: 0, days: 0, audit: 0 }]);
});

it('is created once when four servers start on an empty database', async () => {
  const connection = await emptyDatabase();
  const databases = Array.from({ length: 4 }, () => connectDatabase(connection, { max: 2 }));
  await Promise.all(databases.map(({ db }) => ensureStarterTemplates(db)));
  await Promise.all(databases.map(({ db }) => ensureStarterCategories(db)));
  await Promise.all(databases.map(({ db }) => seedDemo(db)));
  const count = `select (select count(*)::int from users) as users, (select count(*)::int from applications) as applications`;
  const fresh = await databases[0]?.pool.query(count);
  expect(fresh?.rows).toEqual((await ctx.pool.query(count)).rows);
  await databases[0]?.pool.query(`update users set first_name = 'Renamed' where id = 1`);
  await Promise.all(databases.map(({ db }) => seedDemo(db)));
  expect((await databases[0]?.pool.query(count))?.rows).toEqual(fresh?.rows);
  await Promise.all(databases.map((database) => database.close()));
});
