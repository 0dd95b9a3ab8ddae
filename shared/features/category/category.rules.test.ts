import { describe, expect, it } from 'vitest';
import { heightOf, inTreeOrder, levelOf, movedTo, withBelow } from './category.rules.ts';

/** 1 ─ 2 ─ 4, 1 ─ 3, 5 */
const TREE = [
  { id: 1, parentId: null },
  { id: 2, parentId: 1 },
  { id: 4, parentId: 2 },
  { id: 3, parentId: 1 },
  { id: 5, parentId: null },
];
const ids = (items: readonly { id: number }[] | null) => items?.map(({ id }) => id);

describe('the tree of categories', () => {
  it('lists each category followed by its descendants', () => {
    const shuffled = [TREE[4], TREE[2], TREE[0], TREE[3], TREE[1]].flatMap((item) => item ?? []);
    expect(ids(inTreeOrder(shuffled))).toEqual([5, 1, 3, 2, 4]);
  });

  it('lists orphans at the top level', () => {
    expect(ids(inTreeOrder([{ id: 8, parentId: 99 }, ...TREE]))).toEqual([8, 1, 2, 4, 3, 5]);
  });

  it('computes the depth', () => {
    expect([1, 2, 4, 5, 99, null].map((id) => levelOf(TREE, id))).toEqual([1, 2, 3, 1, 0, 0]);
  });

  it('finds the descendants of a category and their height', () => {
    expect(withBelow(TREE, 1)).toEqual([1, 2, 4, 3]);
    expect(withBelow(TREE, 5)).toEqual([5]);
    expect([1, 2, 3, 5].map((id) => heightOf(TREE, id))).toEqual([3, 2, 1, 1]);
  });
});

describe('moving a category', () => {
  it('takes its descendants along', () => {
    expect(movedTo(TREE, 2, { parentId: 5, beforeId: null })).toEqual([
      { id: 1, parentId: null },
      { id: 3, parentId: 1 },
      { id: 5, parentId: null },
      { id: 2, parentId: 5 },
      { id: 4, parentId: 2 },
    ]);
  });

  it('moves it before a sibling, or last', () => {
    expect(ids(movedTo(TREE, 5, { parentId: null, beforeId: 1 }))).toEqual([5, 1, 2, 4, 3]);
    expect(ids(movedTo(TREE, 3, { parentId: 1, beforeId: 2 }))).toEqual([1, 3, 2, 4, 5]);
    expect(ids(movedTo(TREE, 1, { parentId: null, beforeId: null }))).toEqual([5, 1, 2, 4, 3]);
  });

  it('refuses to move it below itself', () => {
    expect(movedTo(TREE, 1, { parentId: 1, beforeId: null })).toBeNull();
    expect(movedTo(TREE, 1, { parentId: 4, beforeId: null })).toBeNull();
  });

  it('refuses unknown categories', () => {
    expect(movedTo(TREE, 99, { parentId: null, beforeId: null })).toBeNull();
    expect(movedTo(TREE, 5, { parentId: 99, beforeId: null })).toBeNull();
    expect(movedTo(TREE, 5, { parentId: 1, beforeId: 99 })).toBeNull();
  });

  it('refuses a sibling with another parent', () => {
    expect(movedTo(TREE, 5, { parentId: 1, beforeId: 4 })).toBeNull();
    expect(movedTo(TREE, 5, { parentId: null, beforeId: 2 })).toBeNull();
  });
});
