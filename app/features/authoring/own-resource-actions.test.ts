import { expect, it } from 'vitest';
import { actionsOf, canDo, named, OWN_ACTIONS } from './own-resource-actions.ts';

const possible = (state: Parameters<typeof canDo>[0]['state'], isTakenDown = false) =>
  OWN_ACTIONS.filter((action) => canDo({ state, isTakenDown }, action));

it('offers the actions the state allows', () => {
  expect(possible('draft')).toEqual(['submit', 'delete']);
  expect(possible('in_review')).toEqual(['withdraw']);
  expect(possible('changes_requested')).toEqual(['submit', 'delete']);
  expect(possible('published')).toEqual(['archive']);
  expect(possible('archived')).toEqual(['restore']);
  expect(possible('archived', true)).toEqual([]);
});

it('offers a suspended seller nothing that puts something on sale', () => {
  expect(actionsOf(false)).toEqual(OWN_ACTIONS);
  expect(actionsOf(true)).toEqual(['withdraw', 'archive', 'delete']);
});

it('names one or two, and counts more', () => {
  expect(named([{ title: 'Slow barre' }, { title: '' }])).toBe('“Slow barre” and “Untitled”');
  expect(named([{ title: 'a' }, { title: 'b' }, { title: 'c' }])).toBe('3 resources');
});
