// The texts of /admin/roles against every contract, and against what the endpoints really answer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_CONTRACTS, nameOf } from '../tests/server/all-contracts.ts';
import type { Contract } from './contract.ts';
import { operationsByPermission } from './permission-operations.ts';
import { type Permission, PERMISSIONS, permissionsOf, type Role } from './roles.ts';
import { STAFF_PAGES } from './staff-pages.ts';

const operations = operationsByPermission(ALL_CONTRACTS);
const summariesOf = (permission: Permission) =>
  operations.get(permission)?.map(({ summary }) => summary) ?? [];

/** Every permission a contract names, in `access` or besides it. */
const namedBy = ({ access, further = [] }: Contract): Permission[] => [
  ...(typeof access === 'object' ? [access.permission] : []),
  ...further.map(({ permission }) => permission),
];

describe('the roles page', () => {
  it.each(PERMISSIONS)('names everything %s allows, each with a text of its own', (permission) => {
    const guarded = ALL_CONTRACTS.filter((contract) => namedBy(contract).includes(permission));
    const own = guarded.filter(({ summary }) => !summary.startsWith('Same as '));
    expect(summariesOf(permission)).toEqual(own.map(({ summary }) => summary));
    expect(new Set(summariesOf(permission)).size).toBe(own.length);
    // Another address of an operation is left out only where that operation is listed.
    for (const { method, summary } of guarded.filter((contract) => !own.includes(contract))) {
      const original = summary.slice('Same as '.length).replaceAll(/\{(\w+)\}/g, ':$1');
      expect(own.map(nameOf)).toContain(`${method} ${original}`);
    }
    const opensPage = Object.values(STAFF_PAGES).some((page) => page.permissions.includes(permission));
    expect(own.length > 0 || opensPage).toBe(true);
  });

  it('lists refunds, grants, the ledger and payouts apart from payment problems', () => {
    expect(summariesOf('payments.manage')).toEqual([
      'List payments that don’t match their orders',
      'Resolve a payment problem',
    ]);
    expect(summariesOf('refunds.manage')).toContain('Refund a whole order, one line, or an amount');
    expect(summariesOf('grants.manage')).toContain('Revoke a grant; access by other causes stays');
    expect(summariesOf('ledger.view')).toContain('Check the whole ledger now');
    expect(summariesOf('payouts.manage')).toContain('Start a payout run now');
    expect(summariesOf('payouts.view').filter((summary) => !/^(List|Get) /.test(summary))).toEqual([]);
  });
});

// access.tsv has what each endpoint answered.
const [header = '', ...lines] = readFileSync(
  path.join(import.meta.dirname, '../tests/tables/access.tsv'),
  'utf8',
)
  .trim()
  .split('\n');
const columns = header.split('\t');
const STAFF = { officer: 'curriculum_officer', admin: 'admin' } as const satisfies Record<string, Role>;

describe('an endpoint that lets only staff do something with what isn’t theirs', () => {
  const contracts = new Map(ALL_CONTRACTS.map((contract) => [nameOf(contract), contract]));

  it.each(Object.entries(STAFF))('names a permission of the %s', (person, role) => {
    const unnamed = lines.flatMap((line) => {
      const cells = line.split('\t');
      const succeeds = (name: string) => cells[columns.indexOf(name)]?.startsWith('2') ?? false;
      const [name = '', object] = cells;
      const isStaffOnly = !['guest', 'member', 'seller', 'instructor'].some(succeeds);
      if (object === 'own' || !isStaffOnly || !succeeds(person)) return [];
      const contract = contracts.get(name);
      const isNamed = contract && namedBy(contract).some((one) => permissionsOf(role).includes(one));
      return isNamed ? [] : [name];
    });
    expect(unnamed).toEqual([]);
  });
});
