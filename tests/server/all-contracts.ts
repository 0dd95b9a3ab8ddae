// Every contract entry, so that general promises are tested for each endpoint.
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from '#shared/contract.ts';

function isContract(value: unknown): value is Contract {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}

async function contractsIn(file: string): Promise<Contract[]> {
  const exported = (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, unknown>;
  return Object.values(exported).filter(isContract);
}

export const ALL_CONTRACTS: Contract[] = (
  await Promise.all(globSync('shared/features/*/*.contract.ts').map(contractsIn))
).flat();

/** A possible path, for endpoints with parameters. */
export function samplePath(contract: Contract): string {
  return contract.path.replaceAll(/:\w+/g, '1');
}

export function nameOf(contract: Contract): string {
  return `${contract.method} ${contract.path}`;
}
