import { expect, it } from 'vitest';
import { itemInAddress } from './entitlement.states.ts';

it.each([
  ['https://releve.example/curriculum/12', { itemType: 'resource', itemId: 12 }],
  [' /courses/3?from=home ', { itemType: 'course', itemId: 3 }],
  ['bundles/4', { itemType: 'bundle', itemId: 4 }],
  ['/curriculum/12/edit', { itemType: 'resource', itemId: 12 }],
  ['/courses/1', { itemType: 'course', itemId: 1 }],
  ['/curriculum', null],
  ['/curriculum/0', null],
  ['/orders/4', null],
  ['12', null],
  ['', null],
])('reads %j', (typed, item) => {
  expect(itemInAddress(typed)).toEqual(item);
});
