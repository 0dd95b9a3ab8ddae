// Where a category can move: up, down, in, out, or next to another.
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

/** After the row it was dropped on when moving down, before it when moving up. Null if not allowed. */
export function dropPosition(all: readonly Node[], id: number, overId: number): Place | null {
  const over = all.find((one) => one.id === overId);
  if (!over || withBelow(all, id).includes(overId) || !fits(all, id, over.parentId)) return null;
  const indexOf = (id: number) => all.findIndex((one) => one.id === id);
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

/** Whether it fits below `parentId` with all its descendants. */
export function fits(all: readonly Node[], id: number, parentId: number | null): boolean {
  return levelOf(all, parentId) + heightOf(all, id) <= CATEGORY_LEVELS;
}
