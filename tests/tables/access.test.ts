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
import { OWNERS_REFUSED, SUCCEEDS_ELSEWHERE } from './access-exceptions.ts';
import { absentId, hasObject, objectMaker, paramsOf, toMade } from './access-objects.ts';
import { newcomers, PEOPLE, type PersonKind } from './access-samples.ts';
import type { Caller, Made, MakeObject } from './sample-types.ts';
import { sampleBody } from './access-bodies.ts';

const TABLE = path.join(import.meta.dirname, 'access.tsv');
const KINDS = Object.keys(PEOPLE) as PersonKind[];
const OBJECTS = ['own', 'other', 'absent'] as const;
type ObjectKind = (typeof OBJECTS)[number] | '-';

const { app, ctx } = await testApp();
const callers = newcomers(ctx);
let calls = 0;

const isRefused = ({ access }: Contract, kind: PersonKind) => {
  const roles: readonly Role[] | null = PEOPLE[kind];
  return roles ? typeof access === 'object' && !hasPermission(roles, access.permission) : access !== 'public';
};

type Setup = { caller: Caller | null; made: Made };

/** As they were made: the next call that needs the same uses them. */
const ownSetups = new Map<MakeObject, Map<PersonKind, Setup>>();
const othersObjects = new Map<MakeObject, Made>();

/** Someone who has done nothing yet, and what the call needs. */
async function setUp(contract: Contract, object: ObjectKind, kind: PersonKind): Promise<Setup> {
  const make = objectMaker(contract);
  const known = make && object === 'own' ? take(ownSetups.get(make), kind) : undefined;
  if (known) return known;
  const caller = kind === 'guest' ? null : await callers.next(kind);
  if (object === 'absent') return { caller, made: { params: { id: absentId(contract) } } };
  if (!make || (object === '-' && isRefused(contract, kind))) return { caller, made: {} };
  const others = object === 'other' ? take(othersObjects, make) : undefined;
  if (others) return { caller, made: others };
  const owner = (object === 'other' ? null : caller) ?? (await callers.next('member'));
  return { caller, made: toMade(await make(ctx, owner, caller ?? owner)) };
}

function take<K, V>(from: Map<K, V> | undefined, key: K): V | undefined {
  const found = from?.get(key);
  from?.delete(key);
  return found;
}

/** After a call that changed nothing. */
function putBack(contract: Contract, object: ObjectKind, kind: PersonKind, setup: Setup): void {
  const make = objectMaker(contract);
  if (make && object === 'own') {
    ownSetups.set(make, (ownSetups.get(make) ?? new Map<PersonKind, Setup>()).set(kind, setup));
    return;
  }
  // What is made without an object in the path is made for the caller.
  if (setup.caller && kind !== 'guest' && !(make && object === '-')) callers.giveBack(kind, setup.caller);
  // With something of the caller's, if it takes the caller.
  if (make && object === 'other' && make.length < 3) othersObjects.set(make, setup.made);
}

async function statusFor(contract: Contract, object: ObjectKind, kind: PersonKind): Promise<string> {
  if (kind === 'guest' && object === 'own') return '-';
  const setup = await setUp(contract, object, kind);
  const status = await call(contract, setup);
  const isRefusal = status >= 400 && status < 500;
  if (contract.method === 'GET' || isRefusal) putBack(contract, object, kind, setup);
  return String(status);
}

async function call(contract: Contract, { caller, made: { params, body, query } }: Setup): Promise<number> {
  const sample = sampleBody(contract, caller, body);
  calls += 1;
  const answer = await app.inject({
    method: contract.method,
    url: fillPath(contract.path, paramsOf(params ?? {})),
    ...(query && { query }),
    // Rate limits are per address and have their own tests.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      ...(caller && { cookie: caller.cookie }),
      ...(sample && { 'content-type': sample.type }),
    },
    ...(sample && { payload: sample.payload }),
  });
  return answer.statusCode;
}

type Row = { object: ObjectKind; statuses: string[] };

async function rowsFor(contract: Contract): Promise<Row[]> {
  const rows: Row[] = [];
  for (const object of hasObject(contract) ? OBJECTS : (['-'] as const)) {
    const statuses = [];
    for (const kind of KINDS) statuses.push(await statusFor(contract, object, kind));
    rows.push({ object, statuses });
  }
  return rows;
}

async function readTable(): Promise<Map<string, string[]>> {
  const lines = (await readFile(TABLE, 'utf8').catch(() => '')).trim().split('\n').slice(1);
  return Map.groupBy(lines, endpointOf);
}

const endpointOf = (line: string) => line.split('\t', 1)[0] ?? '';

const table = await readTable();
const written: string[] = [];

/** Independent of the table: guests are asked to sign in, and no role does what it has no permission for. */
function expectAccessKept(contract: Contract, rows: Row[]): void {
  for (const { object, statuses } of rows) {
    KINDS.forEach((kind, at) => {
      if (statuses[at] === '-' || !isRefused(contract, kind)) return;
      expect(statuses[at], `${kind} ${object}`).toBe(kind === 'guest' ? '401' : '403');
    });
  }
}

/** Independent of the table: everything succeeds for someone, so that a refusal in it means something. */
function expectSuccess(contract: Contract, rows: Row[]): void {
  const name = nameOf(contract);
  const [own, other] = rows.map(({ statuses }) => statuses);
  if (name in SUCCEEDS_ELSEWHERE || name in OWNERS_REFUSED) {
    expect(own, 'is refused to every role').toEqual(KINDS.map(() => expect.stringMatching(/^(4|-)/)));
  }
  if (name in SUCCEEDS_ELSEWHERE) return;
  expect(name in OWNERS_REFUSED ? other : own, 'succeeds for a role').toContainEqual(
    expect.stringMatching(/^[23]/),
  );
}

it.each(ALL_CONTRACTS.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name responds to each role as its access and the table say',
  async ({ name, contract }) => {
    expect(app.hasRoute({ method: contract.method, url: contract.path })).toBe(true);
    const rows = await rowsFor(contract);
    const lines = rows.map(({ object, statuses }) => [name, object, ...statuses].join('\t'));
    written.push(...lines);
    expectAccessKept(contract, rows);
    expectSuccess(contract, rows);
    if (!process.env['UPDATE_ACCESS_TABLE']) expect(lines).toEqual(table.get(name) ?? []);
  },
);

it('lists no endpoint that no longer exists', async () => {
  const known = new Set(ALL_CONTRACTS.map(nameOf));
  const excepted = Object.keys({ ...OWNERS_REFUSED, ...SUCCEEDS_ELSEWHERE });
  expect(excepted.filter((name) => !known.has(name))).toEqual([]);
  if (process.env['UPDATE_ACCESS_TABLE']) {
    const lines = written.toSorted((a, b) => endpointOf(a).localeCompare(endpointOf(b)));
    await writeFile(TABLE, `${['endpoint', 'object', ...KINDS].join('\t')}\n${lines.join('\n')}\n`);
    return;
  }
  expect([...table.keys()].filter((name) => !known.has(name))).toEqual([]);
});
