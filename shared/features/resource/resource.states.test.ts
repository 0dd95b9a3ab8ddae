import { describe, expect, it } from 'vitest';
import {
  canMove,
  isOnceSold,
  RESOURCE_MOVES,
  RESOURCE_STATES,
  type ResourceMove,
} from './resource.states.ts';

describe('a resource', () => {
  it('moves only where its state allows it', () => {
    const moves = Object.keys(RESOURCE_MOVES) as ResourceMove[];
    const allowed = RESOURCE_STATES.map((state) => [state, moves.filter((move) => canMove(state, move))]);
    expect(Object.fromEntries(allowed)).toEqual({
      draft: ['submit'],
      in_review: ['withdraw', 'approve', 'reject', 'request-changes'],
      changes_requested: ['submit'],
      rejected: ['submit'],
      published: ['archive'],
      archived: ['restore'],
    });
  });

  it('counts as sold once it was on sale', () => {
    expect(RESOURCE_STATES.filter((state) => isOnceSold({ state }))).toEqual(['published', 'archived']);
  });
});
