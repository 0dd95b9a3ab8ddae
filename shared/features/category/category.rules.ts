// The category tree as a flat list: each category followed by its descendants.

type Placed = { id: number; parentId: number | null };

/** Each followed by its descendants; siblings keep their order. */
export function inTreeOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  const known = new Set(items.map(({ id }) => id));
  const below = (parentId: number | null): Item[] =>
    items
      .filter(
        (item) => (item.parentId !== null && known.has(item.parentId) ? item.parentId : null) === parentId,
      )
      .flatMap((item) => [item, ...below(item.id)]);
  return below(null);
}

/** 1 at the top level. */
export function levelOf(items: readonly Placed[], id: number | null): number {
  const item = items.find((one) => one.id === id);
  return item ? 1 + levelOf(items, item.parentId) : 0;
}

/** Including itself. */
export function withBelow(items: readonly Placed[], id: number): number[] {
  return [
    id,
    ...items.filter(({ parentId }) => parentId === id).flatMap((item) => withBelow(items, item.id)),
  ];
}

export function heightOf(items: readonly Placed[], id: number): number {
  const below = items.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...below.map((item) => heightOf(items, item.id)));
}

/**
 * The list with one category and its descendants moved below `parentId`, before `beforeId` or last.
 * Null if that isn't possible.
 */
export function movedTo<Item extends Placed>(
  items: readonly Item[],
  id: number,
  { parentId, beforeId }: { parentId: number | null; beforeId: number | null },
): Item[] | null {
  const item = items.find((one) => one.id === id);
  if (!item || (parentId !== null && withBelow(items, id).includes(parentId))) return null;
  if (parentId !== null && !items.some((one) => one.id === parentId)) return null;
  const others = items.filter((one) => one.id !== id);
  const at = beforeId === null ? others.length : others.findIndex((one) => one.id === beforeId);
  if (at === -1 || (beforeId !== null && others[at]?.parentId !== parentId)) return null;
  return inTreeOrder(others.toSpliced(at, 0, { ...item, parentId }));
}
