import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();

type Trend = { total: number; before: number; series: { day: string; value: number }[] };
type Dashboard = {
  days: number;
  people: number;
  signUps: Trend;
  activePeople: Trend;
  applicationsWaiting: number;
  oldestApplicationAt: string | null;
  failedJobs: number;
  paymentsSetAside: number;
};
async function dashboard(days?: number): Promise<Dashboard> {
  const answer = await call(
    contract.getStaffDashboard,
    days ? { query: { days: String(days) } } : {},
    'admin',
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Dashboard>();
}
const sum = ({ series }: Trend) => series.reduce((total, { value }) => total + value, 0);

describe('the staff dashboard', () => {
  it.each([7, 30, 90])('has every one of %i days, in order, up to today', async (days) => {
    const { signUps, activePeople } = await dashboard(days);
    for (const { series } of [signUps, activePeople]) {
      expect(series).toHaveLength(days);
      const expected = Array.from({ length: days }, (_, at) =>
        new Date(Date.UTC(2026, 10, 15) - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
      );
      expect(series.map(({ day }) => day)).toEqual(expected);
    }
    expect(sum(signUps)).toBe(signUps.total);
  });

  it('counts UTC days, the chosen ones and as many before', async () => {
    const before = await dashboard(7);
    const insert = (name: string, at: string) =>
      ctx.pool.query(
        `insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, created_at)
         values ($1, $1, $1, $1, 'New', 'Comer', 'none', $2)`,
        [name, at],
      );
    await insert('d1', '2026-11-09T00:00:00Z');
    await insert('d2', '2026-11-08T23:59:59.999Z');
    await insert('d3', '2026-11-02T00:00:00Z');
    await insert('d4', '2026-11-01T23:59:59.999Z');
    const after = await dashboard(7);
    expect(after.signUps.total - before.signUps.total).toBe(1);
    expect(after.signUps.before - before.signUps.before).toBe(2);
    expect(after.people - before.people).toBe(4);
    const at = (day: string, { series }: Trend) => series.find((one) => one.day === day)?.value ?? 0;
    expect(at('2026-11-09', after.signUps) - at('2026-11-09', before.signUps)).toBe(1);
  });

  it('counts each active user once', async () => {
    await ctx.pool.query(`truncate active_days`);
    await ctx.pool.query(`insert into active_days (day, user_id) values
      ('2026-11-15', 2), ('2026-11-14', 2), ('2026-11-14', 3), ('2026-11-08', 3), ('2026-11-07', 3), ('2026-11-01', 4)`);
    // The admin who makes the request is active today too.
    const { activePeople } = await dashboard(7);
    expect(activePeople).toMatchObject({ total: 3, before: 1 });
    expect(activePeople.series.slice(-2)).toEqual([
      { day: '2026-11-14', value: 2 },
      { day: '2026-11-15', value: 2 },
    ]);
    expect((await dashboard(30)).activePeople.total).toBe(4);
  });

  it('lists open work', async () => {
    const { applicationsWaiting, oldestApplicationAt, failedJobs, paymentsSetAside, days } =
      await dashboard();
    expect({ applicationsWaiting, failedJobs, paymentsSetAside, days }).toEqual({
      applicationsWaiting: 6,
      failedJobs: 0,
      paymentsSetAside: 0,
      days: 30,
    });
    expect(oldestApplicationAt).toMatch(/^2026-11-0[56]T/);
    await ctx.pool.query(`update applications set state = 'withdrawn', decided_at = now()`);
    expect(await dashboard()).toMatchObject({ applicationsWaiting: 0, oldestApplicationAt: null });
  });

  it('takes a fixed number of queries', async () => {
    const cookie = await signInAs('admin');
    const get = () => app.inject({ url: contract.getStaffDashboard.path, headers: { cookie } });
    await get();
    expect(await countQueries(ctx, get)).toBeLessThanOrEqual(8);
  });

  it('is for admins, and supports three ranges', async () => {
    expect((await call(contract.getStaffDashboard)).statusCode).toBe(401);
    expect((await call(contract.getStaffDashboard, {}, 'officer')).statusCode).toBe(403);
    expect((await call(contract.getStaffDashboard, { query: { days: '8' } }, 'admin')).statusCode).toBe(400);
  });
});
