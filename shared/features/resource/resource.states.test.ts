import { describe, expect, it } from 'vitest';
import {
  canTransition,
  isOnceSold,
  RESOURCE_TRANSITIONS,
  RESOURCE_STATES,
  type ResourceTransition,
} from './resource.states.ts';

describe('a resource', () => {
  it('allows only the transitions of its state', () => {
    const moves = Object.keys(RESOURCE_TRANSITIONS) as ResourceTransition[];
    const allowed = RESOURCE_STATES.map((state) => [
      state,
      moves.filter((move) => canTransition(state, move)),
    ]);
    expect(Object.fromEntries(allowed)).toEqual({
      draft: ['submit'],
      in_review: ['withdraw', 'approve', 'reject', 'request-changes'],
      changes_requested: ['submit'],
      rejected: ['submit'],
      published: ['archive'],
      archived: ['restore'],
    });
  });

  it('counts as sold once it has been on sale', () => {
    expect(RESOURCE_STATES.filter((state) => isOnceSold({ state }))).toEqual(['published', 'archived']);
  });
});
