// Every contract entry there is, so that what must hold for each endpoint is tested for each endpoint.
import type { Contract } from '#shared/contract.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../shared/features/*/*.contract.ts', { eager: true });

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

export const ALL_CONTRACTS: Contract[] = Object.values(modules).flatMap((module) => Object.values(module).filter(isContract));

/** A path that could exist, for endpoints with parameters. */
export function samplePath(contract: Contract): string {
  return contract.path.replaceAll(/:\w+/g, '1');
}

export function nameOf(contract: Contract): string {
  return `${contract.method} ${contract.path}`;
}
