// What each permission opens, read from the contracts the server enforces: the texts of /admin/roles.
import type { Contract } from './contract.ts';
import type { Permission } from './roles.ts';

/** `covers` is null if the permission opens the whole operation. */
export type Operation = { summary: string; covers: string | null };

/** Another address of an operation that is listed anyway. */
const isAlias = ({ summary }: Contract) => summary.startsWith('Same as ');

/** The operations each permission opens, or opens more of. */
export function operationsByPermission(contracts: Iterable<Contract>): Map<Permission, Operation[]> {
  const operations = new Map<Permission, Operation[]>();
  const add = (permission: Permission, operation: Operation) =>
    operations.set(permission, [...(operations.get(permission) ?? []), operation]);
  for (const contract of contracts) {
    if (isAlias(contract)) continue;
    const { access, further = [], summary } = contract;
    if (typeof access === 'object') add(access.permission, { summary, covers: null });
    for (const { permission, covers } of further) add(permission, { summary, covers });
  }
  return operations;
}
