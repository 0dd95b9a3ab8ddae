// Every staff page × every role: the page opens exactly for those whose calls the server answers, and their sidebar
// links to it exactly then.
import { describe, expect, it } from 'vitest';
import { fillPath, type Contract } from '#shared/contract.ts';
import { listIssuedCertificates } from '#shared/features/certificate/certificate.contract.ts';
import { getCourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import { staffMenu } from '#shared/navigation.ts';
import { passesAdminGuard, type Role, ROLES } from '#shared/roles.ts';
import { mayOpen, STAFF_PAGES, staffEntries } from '#shared/staff-pages.ts';
import { ALL_CONTRACTS } from '../server/all-contracts.ts';
import { testApp } from '../server/test-app.ts';
import { newcomer } from './access-samples.ts';

const { app, ctx } = await testApp();

const COMBINATIONS: Role[][] = [
  ...ROLES.map((role) => [role]),
  ['curriculum_officer', 'seller'],
  ['curriculum_officer', 'admin'],
];
const cookies = new Map<Role[], string>();
for (const roles of COMBINATIONS) cookies.set(roles, (await newcomer(ctx, roles)).cookie);

/** A row each page about one thing can show. */
const ROWS: Readonly<Record<string, string>> = {
  '/api/courses/:id/draft': 'select id from courses limit 1',
  '/api/admin/users/:id': 'select id from users limit 1',
  '/api/admin/orders/:id': 'select id from orders limit 1',
  '/api/admin/bundles/:id': 'select id from bundles where seller_id is null limit 1',
  '/api/admin/members/:id': 'select id from memberships limit 1',
  '/api/admin/subscription-plans/:id': 'select id from plans limit 1',
  '/api/admin/support-requests/:id': 'select conversation_id as id from support_requests limit 1',
};

type Sample = { contract: Contract; query?: Record<string, string> };

/** What pages load that doesn't follow from their table: the service decides, or the kind is in the query. */
const BY_SERVICE: Readonly<Record<string, Sample>> = {
  '/admin/course-categories': {
    contract: contractAt('/api/admin/categories'),
    query: { kind: 'course' },
  },
  '/admin/course-creator': { contract: getCourseDraft },
};
/** Answered to everyone with what is theirs; the page shows everyone's. */
const OWN_TO_OTHERS = new Set(['/admin/certificates']);
/** Shown without a call. */
const WITHOUT_CALLS = new Set(['/admin/settings', '/admin/documentation']);

function contractAt(path: string): Contract {
  const found = ALL_CONTRACTS.find((contract) => contract.path === path && contract.method === 'GET');
  if (!found) throw new Error(`${path} is no endpoint`);
  return found;
}

function samplesOf(page: string): Sample[] {
  const byService = BY_SERVICE[page];
  if (byService) return [byService];
  return STAFF_PAGES[page]?.calls.map(({ path }) => ({ contract: contractAt(path) })) ?? [];
}

async function idFor(path: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(ROWS[path] ?? `select 'no row for ${path}'`);
  if (!rows[0]) throw new Error(`The demo school has nothing for ${path}`);
  return rows[0].id;
}

async function statusOf({ contract, query }: Sample, cookie: string): Promise<number> {
  const params = contract.path.includes(':id') ? { id: await idFor(contract.path) } : {};
  const answer = await app.inject({
    method: contract.method,
    url: fillPath(contract.path, params),
    headers: { cookie },
    ...(query && { query }),
  });
  return answer.statusCode;
}

const withCalls = Object.keys(STAFF_PAGES).filter(
  (page) => !WITHOUT_CALLS.has(page) && !OWN_TO_OTHERS.has(page),
);

describe.each(COMBINATIONS.map((roles) => ({ roles })))('a user with $roles', ({ roles }) => {
  const cookie = cookies.get(roles) ?? '';

  it.each(withCalls)('opens %s exactly if the server answers what it loads', async (page) => {
    const samples = samplesOf(page);
    expect(samples).not.toEqual([]);
    const statuses = await Promise.all(samples.map((sample) => statusOf(sample, cookie)));
    if (mayOpen(roles, page)) expect(statuses).toEqual(samples.map(() => expect.toSatisfy(isSuccess)));
    // What a service refuses doesn’t exist for them.
    else expect(statuses).toContain(page in BY_SERVICE && statuses.includes(404) ? 404 : 403);
  });

  it('has links to exactly the pages of their sidebar that they open', () => {
    const shown = staffEntries(roles).map(({ to }) => to);
    const open = staffMenu(roles).filter(({ to }) => passesAdminGuard(roles) && mayOpen(roles, to));
    expect(shown).toEqual(open.map(({ to }) => to));
  });
});

const isSuccess = (status: number) => status >= 200 && status < 300;

it('certificates of every course open for everyone who may open the staff page', async () => {
  const total = async (role: Role) => {
    const cookie = cookies.get(COMBINATIONS.find(([only]) => only === role) ?? []) ?? '';
    const answer = await app.inject({ url: listIssuedCertificates.path, headers: { cookie } });
    return answer.json<{ total?: number }>().total ?? 0;
  };
  expect(await total('admin')).toBeGreaterThan(0);
  for (const role of ROLES.filter((one) => one !== 'admin')) {
    expect(mayOpen([role], '/admin/certificates'), role).toBe(false);
    expect(await total(role), role).toBe(0);
  }
});
