// All resources of the demo school, oldest first, each with who sells it.
import type { SeedResource, SeedShelf } from './catalogue-types.ts';
import { BALLET_SHELF } from './shelf-ballet.ts';
import { GROUND_UP_SHELF } from './shelf-ground-up.ts';

const SHELVES: readonly SeedShelf[] = [BALLET_SHELF, GROUND_UP_SHELF];

export const SHELVED: readonly (SeedResource & { seller: string })[] = SHELVES.flatMap(
  ({ seller, resources }) => resources.map((resource) => ({ ...resource, seller })),
).toSorted((a, b) => b.published - a.published);

/** Null for what is not of the demo school. */
export function findSeedResource(title: string): SeedResource | null {
  return SHELVED.find((resource) => resource.title === title) ?? null;
}
