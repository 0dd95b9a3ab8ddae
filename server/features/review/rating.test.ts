// Averages stay exact under concurrent writes on several servers, and what ensures it.
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectDatabase } from '#server/db/client.ts';
import { createContext } from '#server/start.ts';
import { createCourse, createEntitlement, createResource } from '#server/seed/factories.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp, type TestApp } from '../../../tests/server/test-app.ts';

type Target = { itemType: 'resource' | 'course'; itemId: number };

/** A second server on the same database, with connections of its own. */
async function anotherServer({ ctx }: TestApp) {
  const database = connectDatabase(ctx.connection, { max: 8 });
  const other = Object.assign(createContext(ctx.config, database, ctx.connection), { clock: ctx.clock });
  const app = await buildApp(other, false, { withPages: false });
  afterAll(async () => {
    await app.close();
    await other.jobs.stop();
    await database.close();
  });
  return app;
}

/** The averages computed from the table, next to the stored ones. */
async function differences({ ctx }: TestApp) {
  const { rows } = await ctx.pool.query(`
    with said as (
      select item_type as type, item_id as id, sum(stars) as sum, count(*) as count from reviews group by 1, 2
      union all
      select 'store', seller_id, sum(stars), count(*)
      from reviews join resources on resources.id = item_id where item_type = 'resource' group by seller_id
    ), kept as (
      select 'resource' as type, id, rating_sum as sum, rating_count as count from resources
      union all select 'course', id, rating_sum, rating_count from courses
      union all select 'store', user_id, rating_sum, rating_count from sellers
    )
    select kept.type, kept.id, kept.sum, kept.count, said.sum as said_sum, said.count as said_count
    from kept left join said using (type, id)
    where (kept.sum, kept.count) is distinct from (coalesce(said.sum, 0), coalesce(said.count, 0))`);
  return rows;
}

async function prepare(test: TestApp, reviewers: number) {
  const { ctx } = test;
  const seller = await someSeller(ctx);
  const resources = await Promise.all(
    Array.from({ length: 3 }, () => createResource(ctx.db, { sellerId: seller.id })),
  );
  const course = await createCourse(ctx.db);
  const targets: Target[] = [
    ...resources.map(({ id }) => ({ itemType: 'resource' as const, itemId: id })),
    { itemType: 'course', itemId: course.id },
  ];
  const people = await Promise.all(Array.from({ length: reviewers }, () => someone(ctx)));
  for (const { id: userId } of people) {
    for (const target of targets) await createEntitlement(ctx.db, { userId, ...target });
  }
  return { seller, targets, people };
}

/** Everyone writes, changes and takes back at the same time, now on this server, now on that. */
async function writeAll(apps: TestApp['app'][], targets: Target[], people: Person[]): Promise<number[]> {
  let turn = 0;
  const inject = (method: 'POST' | 'DELETE', url: string, person: Person, payload?: object) =>
    apps[++turn % apps.length]?.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
  const statuses: number[] = [];
  await Promise.all(
    people.flatMap((person, at) =>
      targets.map(async ({ itemType, itemId }, which) => {
        const url = `/api/${itemType}s/${itemId}/reviews`;
        const first = await inject('POST', url, person, { stars: ((at + which) % 5) + 1 });
        const again = await inject('POST', url, person, {
          stars: ((at * 3 + which) % 5) + 1,
          body: 'Changed.',
        });
        const gone =
          at % 4 === 0 ? await inject('DELETE', `/api/reviews/${again?.json().id}`, person) : undefined;
        for (const answer of [first, again, gone]) if (answer) statuses.push(answer.statusCode);
      }),
    ),
  );
  return statuses;
}

describe('averages', () => {
  it('are exact after many reviews at once on two servers', async () => {
    const test = await testApp();
    const apps = [test.app, await anotherServer(test)];
    const { targets, people, seller } = await prepare(test, 16);
    const statuses = await writeAll(apps, targets, people);
    expect(new Set(statuses)).toEqual(new Set([200, 204]));
    expect(await differences(test)).toEqual([]);
    const { rows } = await test.ctx.pool.query('select rating_count from sellers where user_id = $1', [
      seller.id,
    ]);
    expect(rows).toEqual([{ rating_count: 36 }]);
  });

  it('hold while the seller is suspended and restored', async () => {
    const test = await testApp();
    const { targets, people, seller } = await prepare(test, 8);
    const flip = () =>
      test.ctx.pool.query(
        `update sellers set state = case state when 'approved' then 'suspended' else 'approved' end where user_id = $1`,
        [seller.id],
      );
    const [statuses] = await Promise.all([
      writeAll([test.app], targets, people),
      (async () => {
        for (const _ of Array.from({ length: 60 })) await flip();
      })(),
    ]);
    expect(new Set(statuses)).toEqual(new Set([200, 204]));
    expect(await differences(test)).toEqual([]);
  });

  it('would not be exact without the trigger', async () => {
    const test = await testApp();
    await test.ctx.pool.query('drop trigger reviews_keep_rating on reviews');
    const { targets, people } = await prepare(test, 2);
    await writeAll([test.app], targets, people);
    const found = await differences(test);
    expect(new Set(found.map((row) => row.type))).toEqual(new Set(['resource', 'course', 'store']));
  });

  it("don't change when a user is deleted, and follow rows changed by hand", async () => {
    const test = await testApp();
    const { targets, people } = await prepare(test, 3);
    await writeAll([test.app], targets, people);
    const theirs = 'where user_id = any($1)';
    const ids = people.map((person) => person.id);
    await test.ctx.pool.query(`update reviews set stars = 6 - stars ${theirs}`, [ids]);
    expect(await differences(test)).toEqual([]);
    await test.ctx.pool.query(`delete from reviews ${theirs} and stars < 4`, [ids]);
    expect(await differences(test)).toEqual([]);
    await test.ctx.pool.query(`update reviews set user_id = null, body = '' ${theirs}`, [ids]);
    expect(await differences(test)).toEqual([]);
  });
});
