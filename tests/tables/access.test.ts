// Every endpoint × every kind of person × their own thing, somebody else's, one that is not there: the status each
// gets, held against the checked-in table access.tsv. After a wanted change write the table anew with
// UPDATE_ACCESS_TABLE=1 and read the difference before committing it.
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

async function idFor(contract: Contract, object: ObjectKind, caller: Caller | null) {
  const make = objectMaker(contract);
  if (object === 'absent' || !make) return absentId(contract);
  const owner = object === 'own' && caller ? caller : await newcomer(ctx);
  return make(ctx, owner);
}

const readers = new Map<PersonKind, Caller>();

/** Somebody new for each call that may change something; whoever only reads what is not theirs can read again. */
async function callerFor({ method }: Contract, object: ObjectKind, kind: PersonKind): Promise<Caller | null> {
  const roles: readonly Role[] | null = PEOPLE[kind];
  if (!roles) return null;
  if (method !== 'GET' || object === 'own') return newcomer(ctx, roles);
  const reader = readers.get(kind) ?? (await newcomer(ctx, roles));
  readers.set(kind, reader);
  return reader;
}

async function statusFor(contract: Contract, object: ObjectKind, kind: PersonKind): Promise<string> {
  const caller = await callerFor(contract, object, kind);
  if (!caller && object === 'own') return '-';
  const id = object === '-' ? '' : await idFor(contract, object, caller);
  const sample = sampleBody(contract, caller);
  calls += 1;
  const answer = await app.inject({
    method: contract.method,
    url: fillPath(contract.path, object === '-' ? {} : paramsOf(id)),
    // Limits count by address, and this is about something else.
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
  const rows: string[] = [];
  for (const object of objects) {
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

/** Whatever the table says: a guest is asked to sign in, and nobody does what their roles do not allow. */
function expectAccessKept({ access }: Contract, rows: string[]): void {
  for (const row of rows) {
    const [, object, ...statuses] = row.split('\t');
    KINDS.forEach((kind, at) => {
      const roles: readonly Role[] | null = PEOPLE[kind];
      const isRefused = roles && typeof access === 'object' && !hasPermission(roles, access.permission);
      if (statuses[at] === '-') return;
      if (!roles && access !== 'public') expect(statuses[at], `${kind} ${object}`).toBe('401');
      if (isRefused) expect(statuses[at], `${kind} ${object}`).toBe('403');
    });
  }
}

it.each(ALL_CONTRACTS.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name answers each person as its access and the table say',
  async ({ name, contract }) => {
    expect(app.hasRoute({ method: contract.method, url: contract.path })).toBe(true);
    const rows = await rowsFor(contract);
    written.push(...rows);
    expectAccessKept(contract, rows);
    if (!process.env['UPDATE_ACCESS_TABLE']) expect(rows).toEqual(table.get(name) ?? []);
  },
);

it('has no row of an endpoint that is gone', async () => {
  if (process.env['UPDATE_ACCESS_TABLE']) {
    const rows = written.toSorted((a, b) => endpointOf(a).localeCompare(endpointOf(b)));
    await writeFile(TABLE, `${['endpoint', 'object', ...KINDS].join('\t')}\n${rows.join('\n')}\n`);
    return;
  }
  const known = new Set(ALL_CONTRACTS.map(nameOf));
  expect([...table.keys()].filter((name) => !known.has(name))).toEqual([]);
});
