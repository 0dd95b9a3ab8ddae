// Every endpoint × every role × an object of the caller's own, somebody else's, or one that doesn't exist: the status
// of each call, compared with the checked-in table access.tsv. After an intended change, rewrite the table with
// UPDATE_ACCESS_TABLE=1 and review the diff before committing it.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { fillPath, type Contract } from '#shared/contract.ts';
import { hasPermission, type Role } from '#shared/roles.ts';
import { ALL_CONTRACTS, nameOf } from '../server/all-contracts.ts';
import { testApp } from '../server/test-app.ts';
import { absentId, newcomer, objectMaker, paramsOf, PEOPLE, type PersonKind } from './access-samples.ts';
import type { Caller } from './sample-types.ts';
import { sampleBody } from './access-bodies.ts';

const TABLE = path.join(import.meta.dirname, 'access.tsv');
const KINDS = Object.keys(PEOPLE) as PersonKind[];
const OBJECTS = ['own', 'other', 'absent'] as const;
type ObjectKind = (typeof OBJECTS)[number] | '-';

const { app, ctx } = await testApp();
let calls = 0;

const isRefused = ({ access }: Contract, roles: readonly Role[] | null) =>
  roles ? typeof access === 'object' && !hasPermission(roles, access.permission) : access !== 'public';

const reused = new Map<PersonKind, Caller>();

/** A new user for each call that can change something; calls that are refused, or only read, share one per role. */
async function callerFor(contract: Contract, object: ObjectKind, kind: PersonKind): Promise<Caller | null> {
  const roles: readonly Role[] | null = PEOPLE[kind];
  if (!roles) return null;
  const isHarmless = object !== 'own' && (contract.method === 'GET' || isRefused(contract, roles));
  if (!isHarmless) return newcomer(ctx, roles);
  const caller = reused.get(kind) ?? (await newcomer(ctx, roles));
  reused.set(kind, caller);
  return caller;
}

/** Creates the object a path names. Someone else's objects are shared by all roles that can't change them. */
function objectsOf(contract: Contract) {
  const make = objectMaker(contract);
  let untouched: number | string | undefined;
  const makeOther = async () => make?.(ctx, await newcomer(ctx)) ?? absentId(contract);
  return async (object: ObjectKind, caller: Caller | null, roles: readonly Role[] | null) => {
    if (object === 'absent' || !make) return absentId(contract);
    if (object === 'own' && caller) return make(ctx, caller);
    if (!isRefused(contract, roles)) return makeOther();
    untouched ??= await makeOther();
    return untouched;
  };
}

async function statusFor(
  contract: Contract,
  object: ObjectKind,
  kind: PersonKind,
  idOf: ReturnType<typeof objectsOf>,
): Promise<string> {
  const caller = await callerFor(contract, object, kind);
  if (!caller && object === 'own') return '-';
  const id = object === '-' ? '' : await idOf(object, caller, PEOPLE[kind]);
  const sample = sampleBody(contract, caller);
  calls += 1;
  const answer = await app.inject({
    method: contract.method,
    url: fillPath(contract.path, object === '-' ? {} : paramsOf(id)),
    // Rate limits are per address and have their own tests.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      ...(caller && { cookie: caller.cookie }),
      ...(sample && { 'content-type': sample.type }),
    },
    ...(sample && { payload: sample.payload }),
  });
  return String(answer.statusCode);
}

async function rowsFor(contract: Contract): Promise<string[]> {
  const objects: readonly ObjectKind[] = objectMaker(contract)
    ? OBJECTS
    : contract.path.includes(':')
      ? ['absent']
      : ['-'];
  const idOf = objectsOf(contract);
  const rows: string[] = [];
  for (const object of objects) {
    const statuses = [];
    for (const kind of KINDS) statuses.push(await statusFor(contract, object, kind, idOf));
    rows.push([nameOf(contract), object, ...statuses].join('\t'));
  }
  return rows;
}

async function readTable(): Promise<Map<string, string[]>> {
  const lines = (await readFile(TABLE, 'utf8').catch(() => '')).trim().split('\n').slice(1);
  return Map.groupBy(lines, endpointOf);
}

const endpointOf = (row: string) => row.split('\t', 1)[0] ?? '';

const table = await readTable();
const written: string[] = [];

/** Independent of the table: guests are asked to sign in, and no role does what it has no permission for. */
function expectAccessKept(contract: Contract, rows: string[]): void {
  for (const row of rows) {
    const [, object, ...statuses] = row.split('\t');
    KINDS.forEach((kind, at) => {
      const roles: readonly Role[] | null = PEOPLE[kind];
      if (statuses[at] === '-' || !isRefused(contract, roles)) return;
      expect(statuses[at], `${kind} ${object}`).toBe(roles ? '403' : '401');
    });
  }
}

it.each(ALL_CONTRACTS.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name responds to each role as its access and the table say',
  async ({ name, contract }) => {
    expect(app.hasRoute({ method: contract.method, url: contract.path })).toBe(true);
    const rows = await rowsFor(contract);
    written.push(...rows);
    expectAccessKept(contract, rows);
    if (!process.env['UPDATE_ACCESS_TABLE']) expect(rows).toEqual(table.get(name) ?? []);
  },
);

it('lists no endpoint that no longer exists', async () => {
  if (process.env['UPDATE_ACCESS_TABLE']) {
    const rows = written.toSorted((a, b) => endpointOf(a).localeCompare(endpointOf(b)));
    await writeFile(TABLE, `${['endpoint', 'object', ...KINDS].join('\t')}\n${rows.join('\n')}\n`);
    return;
  }
  const known = new Set(ALL_CONTRACTS.map(nameOf));
  expect([...table.keys()].filter((name) => !known.has(name))).toEqual([]);
});
