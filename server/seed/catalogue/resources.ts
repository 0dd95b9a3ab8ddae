// All resources of the demo school, oldest first, each with who sells it.
import type { SeedResource, SeedShelf } from './catalogue-types.ts';
import { ADOWA_SHELF } from './shelf-adowa.ts';
import { BALLET_SHELF } from './shelf-ballet.ts';
import { CONTEMPORARY_SHELF } from './shelf-contemporary.ts';
import { GROUND_UP_SHELF } from './shelf-ground-up.ts';
import { JAZZ_SHELF } from './shelf-jazz.ts';
import { MODERN_SHELF } from './shelf-modern.ts';
import { RODA_SHELF } from './shelf-roda.ts';
import { STORY_SHELF } from './shelf-story.ts';
import { SWING_SHELF } from './shelf-swing.ts';
import { TAP_SHELF } from './shelf-tap.ts';
import { UNPUBLISHED_SHELVES } from './shelf-unpublished.ts';

const SHELVES: readonly SeedShelf[] = [
  BALLET_SHELF,
  GROUND_UP_SHELF,
  ADOWA_SHELF,
  STORY_SHELF,
  RODA_SHELF,
  CONTEMPORARY_SHELF,
  JAZZ_SHELF,
  MODERN_SHELF,
  SWING_SHELF,
  TAP_SHELF,
  ...UNPUBLISHED_SHELVES,
];

export const SHELVED: readonly (SeedResource & { seller: string })[] = SHELVES.flatMap(
  ({ seller, resources }) => resources.map((resource) => ({ ...resource, seller })),
).toSorted((a, b) => b.published - a.published);

/** Null for what is not of the demo school. */
export function findSeedResource(title: string): SeedResource | null {
  return SHELVED.find((resource) => resource.title === title) ?? null;
}
