// What guests and other users can find out about users and sales: calls every GET endpoint that needs no special
// permission, for every user and item of the demo school, and looks for usernames, addresses and sales figures.
import { expect, test } from 'vitest';
import { fillPath, type Contract } from '#shared/contract.ts';
import { ALL_CONTRACTS, nameOf } from './all-contracts.ts';
import { loginNamesIn, plantLoginNames } from './login-names.ts';
import { testApp } from './test-app.ts';

const { app, ctx, signInAs } = await testApp();
const memberCookie = await signInAs('member');
const { rows: members } = await ctx.pool.query<{ id: number }>(
  `select id from users where username = 'member'`,
);
const memberId = members[0]?.id ?? 0;
await plantLoginNames(ctx.pool);

/** Values for path parameters, by the start of the path; the first match counts. */
const IDS: [prefix: string, sql: string][] = [
  ['/api/users/', 'select id from users'],
  ['/api/bundles/', 'select id from bundles'],
  ['/api/conversations/', 'select id from conversations'],
  ['/api/certificates/', 'select id from certificates'],
  ['/api/verify/', 'select code as id from certificates'],
  ['/api/help/', 'select slug as id from help_articles'],
  // Only hashes of keys are stored, so this is what someone gets who guesses one.
  ['/api/contact/', `select encode(sha256('guessed'), 'hex') as id`],
  ['/api/categories/', 'select id from categories'],
  [
    '/api/courses/:id/preview/',
    `select c.id, l.id as "lessonId" from lessons l join course_modules m on m.id = l.module_id
     join courses c on c.id = m.course_id where l.is_preview`,
  ],
  ['/api/courses/', 'select id from courses'],
  ['/api/lessons/', 'select id from lessons'],
  ['/api/quizzes/', 'select id from quizzes'],
  ['/api/attempts/', 'select id from quiz_attempts'],
  ['/api/instructor/quizzes/', 'select id from quizzes'],
  ['/api/instructor/submissions/', 'select id from submissions'],
  ['/api/instructor/appointments/', 'select id from appointments limit 10'],
  ['/api/instructor/', 'select id from courses'],
  ['/api/instructors/', 'select user_id as id from instructors'],
  ['/api/bookings/', 'select id from bookings limit 40'],
  ['/api/course-invitations/', `select 'none' as id`],
  ['/api/certificate-templates/', 'select id from certificate_templates'],
  ['/api/curriculum/', 'select id from resources limit 40'],
  ['/api/resources/category/', 'select id from categories'],
  ['/api/resources/seller/', 'select user_id as id from sellers'],
  ['/api/resources/', 'select id from resources'],
  ['/api/sellers/by-slug/', 'select slug as id from sellers'],
  ['/api/sellers/', 'select user_id as id from sellers'],
  ['/api/orders/', 'select id from orders order by id desc limit 40'],
  ['/api/licences/', 'select id from order_lines where quantity > 1'],
  ['/api/my/', 'select id from resources limit 10'],
  ['/api/seller/payments/years/', 'select 2026 as id'],
  ['/api/zipcode-lookup/', 'select 10001 as id'],
  ['/api/seat-invitations/', `select 'none' as id`],
  ['/api/announcements/', 'select id from announcements'],
  ['/api/uploads/', 'select gen_random_uuid() as id'],
];

/** What search and lists need to return more than an error or a first page. */
const QUERIES: Record<string, string[]> = {
  'GET /api/resources': ['', '?page=2', '?sort=popular', '?limit=48'],
  'GET /api/curriculum': ['', '?page=2'],
  'GET /api/courses': ['', '?page=2'],
  'GET /api/resources/by-ids': ['?ids=1,2,3,4,5,6,7,8'],
  'GET /api/search/suggestions': ['?q=zqlogin', '?q=ba', '?q=studio'],
};

/** Of each kind, for members: guests have asked for all of what is public, and it has the same fields for both. */
const SOME = 12;

async function urlsOf(contract: Contract, isForGuest: boolean): Promise<string[]> {
  const queries = QUERIES[nameOf(contract)] ?? [''];
  if (!contract.path.includes(':')) return queries.map((query) => contract.path + query);
  const sql = IDS.find(([prefix]) => contract.path.startsWith(prefix))?.[1];
  if (!sql) throw new Error(`Say in IDS what the parameter of ${contract.path} can be.`);
  const { rows } = await ctx.pool.query<{ id: number | string } & Record<string, number | string>>(sql);
  const names = Array.from(contract.path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const chosen = isForGuest || contract.access !== 'public' ? rows : rows.slice(0, SOME);
  return chosen.map((row) => {
    const valueOf = (name: string) => (name === 'type' ? 'lesson' : (row[name] ?? row.id));
    return fillPath(contract.path, Object.fromEntries(names.map((name) => [name, valueOf(name)])));
  });
}

let calls = 0;

async function leaksIn(contract: Contract, reader: { id: number; cookie: string } | null) {
  const found: string[] = [];
  let answered = 0;
  for (const url of await urlsOf(contract, reader === null)) {
    calls += 1;
    const answer = await app.inject({
      url,
      // Rate limits are per address, and not the subject here.
      remoteAddress: `10.9.${(calls >> 8) & 255}.${calls & 255}`,
      ...(reader && { headers: { cookie: reader.cookie } }),
    });
    if (answer.statusCode === 200) answered += 1;
    const leaks = loginNamesIn(answer.body, reader?.id ?? null);
    if (/"(sales|download)Count"/.test(answer.body)) leaks.push('sales figures');
    if (leaks.length > 0) found.push(`${url}: ${[...new Set(leaks)].join(', ')}`);
  }
  return { found, answered };
}

const publicContracts = ALL_CONTRACTS.filter(({ method, access }) => method === 'GET' && access === 'public');
/** Files contain what their buyer paid for; the export is about the viewer alone and has its own test. */
const memberContracts = ALL_CONTRACTS.filter(
  ({ method, access, path }) =>
    method === 'GET' && (access === 'public' || access === 'signed-in') && !/\/(download|export)$/.test(path),
);

test('the demo school has enough users and items for this test', async () => {
  const { rows } = await ctx.pool.query<{ nameless: number; reviewers: number }>(`
    select (select count(*)::int from users where first_name = '' and state = 'active') as nameless,
      (select count(distinct user_id)::int from reviews join users on users.id = user_id
        where first_name = '') as reviewers`);
  expect(rows[0]?.nameless).toBeGreaterThan(5);
  expect(rows[0]?.reviewers).toBeGreaterThan(2);
});

test.each(publicContracts.map((contract) => [nameOf(contract), contract] as const))(
  'a guest gets no username, address or sales figure from %s',
  async (_name, contract) => {
    expect((await leaksIn(contract, null)).found).toEqual([]);
  },
);

test.each(memberContracts.map((contract) => [nameOf(contract), contract] as const))(
  'another user gets no username, address or sales figure from %s',
  async (_name, contract) => {
    expect((await leaksIn(contract, { id: memberId, cookie: memberCookie })).found).toEqual([]);
  },
);

test('profiles, resources, courses, sellers and reviews return something to check', async () => {
  for (const path of ['/api/users/:id', '/api/resources/:id', '/api/courses/:id', '/api/sellers/:id']) {
    const contract = publicContracts.find((one) => one.path === path);
    expect(contract && (await leaksIn(contract, null)).answered, path).toBeGreaterThan(5);
  }
});

test('a user without a name is called a member of the site, not by their username', async () => {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select instructor_id as id from courses join users on users.id = instructor_id where is_listed limit 1`,
  );
  const id = rows[0]?.id ?? 0;
  await ctx.pool.query(`update users set first_name = '', last_name = ' ' where id = $1`, [id]);
  const { rows: courses } = await ctx.pool.query<{ id: number }>(
    `select id from courses where instructor_id = $1 and is_listed`,
    [id],
  );
  const answer = await app.inject({ url: `/api/courses/${courses[0]?.id}` });
  expect(answer.json()).toMatchObject({ instructor: { name: 'Relevé member' } });
});
