import { expect, it } from 'vitest';
import { pageShape } from './page-shape.ts';

it.each([
  ['/', 'text'],
  ['/curriculum', 'cards'],
  ['/curriculum/', 'cards'],
  ['/Courses', 'cards'],
  ['/connect', 'cards'],
  ['/sellers/3', 'cards'],
  ['/my-courses', 'cards'],
  ['/curriculum/12', 'detail'],
  ['/courses/4', 'detail'],
  ['/bundles/4', 'detail'],
  ['/instructors/4', 'detail'],
  ['/admin/orders/4', 'rows'],
  ['/my-purchases', 'rows'],
  ['/messages', 'rows'],
  ['/about', 'text'],
  ['/profile', 'text'],
])('%s looks like %s', (path, shape) => {
  expect(pageShape(path)).toBe(shape);
});
