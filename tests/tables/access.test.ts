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
const nextCaller = newcomers(ctx);
let calls = 0;

const isRefused = ({ access }: Contract, kind: PersonKind) => {
  const roles: readonly Role[] | null = PEOPLE[kind];
  return roles ? typeof access === 'object' && !hasPermission(roles, access.permission) : access !== 'public';
};

const idle = new Map<string, Caller>();

/** One for all calls that can't change what the others see. */
async function idleCaller(kind: Exclude<PersonKind, 'guest'>, use: 'reads' | 'is refused'): Promise<Caller> {
  const caller = idle.get(`${kind} ${use}`) ?? (await nextCaller(kind));
  idle.set(`${kind} ${use}`, caller);
  return caller;
}

/** Someone new for each call that can change something, or that is about what they have. */
async function callerFor(contract: Contract, object: ObjectKind, kind: PersonKind): Promise<Caller | null> {
  if (kind === 'guest') return null;
  if (isRefused(contract, kind)) return idleCaller(kind, 'is refused');
  const isReading = contract.method === 'GET' && object !== 'own';
  return isReading && !(object === '-' && objectMaker(contract))
    ? idleCaller(kind, 'reads')
    : nextCaller(kind);
}

/** What refused calls name: they change nothing, so it is made once for all of them. */
const untouched = new Map<MakeObject, Map<string, Made>>();

async function madeFor(
  contract: Contract,
  object: ObjectKind,
  kind: PersonKind,
  caller: Caller | null,
): Promise<Made> {
  const make = objectMaker(contract);
  if (object === 'absent') return { params: { id: absentId(contract) } };
  if (!make || (object === '-' && isRefused(contract, kind))) return {};
  const makeNew = async () => {
    const owner = (object === 'other' ? null : caller) ?? (await nextCaller('member'));
    return toMade(await make(ctx, owner, caller ?? owner));
  };
  if (!isRefused(contract, kind)) return makeNew();
  const whose = object === 'own' ? kind : object;
  const known = untouched.get(make) ?? new Map<string, Made>();
  untouched.set(make, known);
  const made = known.get(whose) ?? (await makeNew());
  known.set(whose, made);
  return made;
}

async function statusFor(contract: Contract, object: ObjectKind, kind: PersonKind): Promise<string> {
  if (kind === 'guest' && object === 'own') return '-';
  const caller = await callerFor(contract, object, kind);
  const { params, body, query } = await madeFor(contract, object, kind, caller);
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
  return String(answer.statusCode);
}

const objectsOf = (contract: Contract): readonly ObjectKind[] => (hasObject(contract) ? OBJECTS : ['-']);

async function rowsFor(contract: Contract): Promise<string[]> {
  const rows: string[] = [];
  for (const object of objectsOf(contract)) {
    const statuses = [];
    for (const kind of KINDS) statuses.push(await statusFor(contract, object, kind));
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
      if (statuses[at] === '-' || !isRefused(contract, kind)) return;
      expect(statuses[at], `${kind} ${object}`).toBe(kind === 'guest' ? '401' : '403');
    });
  }
}

const hasSuccess = (row: string | undefined) => /\t[23]\d\d/.test(row ?? '');

/** Independent of the table: everything works for somebody, so that a refusal in it means something. */
function expectSuccess(contract: Contract, [own, other]: string[]): void {
  const name = nameOf(contract);
  if (name in SUCCEEDS_ELSEWHERE) {
    expect(hasSuccess(own), `${name} is listed as one that can't succeed here`).toBe(false);
  } else if (name in OWNERS_REFUSED) {
    expect(hasSuccess(own), own).toBe(false);
    expect(hasSuccess(other), `somebody else succeeds: ${other}`).toBe(true);
  } else expect(hasSuccess(own), `somebody succeeds: ${own}`).toBe(true);
}

it.each(ALL_CONTRACTS.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name responds to each role as its access and the table say',
  async ({ name, contract }) => {
    expect(app.hasRoute({ method: contract.method, url: contract.path })).toBe(true);
    const rows = await rowsFor(contract);
    written.push(...rows);
    expectAccessKept(contract, rows);
    if (!process.env['UPDATE_ACCESS_TABLE']) expect(rows).toEqual(table.get(name) ?? []);
    expectSuccess(contract, rows);
  },
);

it('lists no endpoint that no longer exists', async () => {
  const known = new Set(ALL_CONTRACTS.map(nameOf));
  const excepted = Object.keys({ ...OWNERS_REFUSED, ...SUCCEEDS_ELSEWHERE });
  expect(excepted.filter((name) => !known.has(name))).toEqual([]);
  if (process.env['UPDATE_ACCESS_TABLE']) {
    const rows = written.toSorted((a, b) => endpointOf(a).localeCompare(endpointOf(b)));
    await writeFile(TABLE, `${['endpoint', 'object', ...KINDS].join('\t')}\n${rows.join('\n')}\n`);
    return;
  }
  expect([...table.keys()].filter((name) => !known.has(name))).toEqual([]);
});
