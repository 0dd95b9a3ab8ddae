import { expect, it } from 'vitest';
import { orderIdIn } from './order.states.ts';

it.each([
  ['RV-000017', 17],
  ['rv-17', 17],
  [' RV 000017 ', 17],
  ['#17', 17],
  ['17', 17],
  ['RV-1234567', 1_234_567],
  ['rv17', 17],
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['x 17', null],
  ['0', null],
  ['RV-', null],
  ['', null],
  ['99999999999', null],
  ['9999999999', null],
  ['17 x', null],
  ['mara@example.com', null],
])('reads %j as %j', (typed, id) => {
  expect(orderIdIn(typed)).toBe(id);
});
