// Where a category can go from where it is: up, down, in, out, or onto the row of another.
import { heightOf, levelOf, withBelow } from '#shared/features/category/category.rules.ts';
import { CATEGORY_LEVELS } from '#shared/features/category/category.schema.ts';
import type { Place } from './category.api.ts';

type Node = { id: number; parentId: number | null };

export function listPositions(all: readonly Node[], { id, parentId }: Node) {
  const siblings = all.filter((one) => one.parentId === parentId);
  const at = siblings.findIndex((one) => one.id === id);
  const idAt = (index: number) => siblings[index]?.id ?? null;
  const before = siblings[at - 1];
  const parent = all.find((one) => one.id === parentId);
  const afterParent = parent && nextSibling(all, parent);
  return {
    up: before ? { parentId, beforeId: before.id } : undefined,
    down: at < siblings.length - 1 ? { parentId, beforeId: idAt(at + 2) } : undefined,
    in: before && fits(all, id, before.id) ? { parentId: before.id, beforeId: null } : undefined,
    out: parent ? { parentId: parent.parentId, beforeId: afterParent ?? null } : undefined,
  };
}

/** Beside the row it was dropped on: after it on the way down, before it on the way up. Null where it cannot be. */
export function dropPosition(all: readonly Node[], id: number, overId: number): Place | null {
  const over = all.find((one) => one.id === overId);
  if (!over || withBelow(all, id).includes(overId) || !fits(all, id, over.parentId)) return null;
  const indexOf = (wanted: number) => all.findIndex((one) => one.id === wanted);
  const isDown = indexOf(overId) > indexOf(id);
  const next = nextSibling(
    all.filter((one) => one.id !== id),
    over,
  );
  return { parentId: over.parentId, beforeId: isDown ? (next ?? null) : overId };
}

function nextSibling(all: readonly Node[], { id, parentId }: Node): number | undefined {
  const siblings = all.filter((one) => one.parentId === parentId);
  return siblings[siblings.findIndex((one) => one.id === id) + 1]?.id;
}

/** With all that is below it, below `parentId`. */
export function fits(all: readonly Node[], id: number, parentId: number | null): boolean {
  return levelOf(all, parentId) + heightOf(all, id) <= CATEGORY_LEVELS;
}
