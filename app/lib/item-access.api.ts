// The viewer's relationship to a resource or course: own, owned, saved, reviewed. Its page asks for it, and features
// that change it update the cached answer.
import type { QueryClient } from '@tanstack/react-query';
import * as cartContract from '#shared/features/cart/cart.contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as learningContract from '#shared/features/learning/learning.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { contractQuery } from './query.ts';

export type CatalogueItem = { type: 'resource' | 'course'; id: number };

export const getResourceAccessQuery = (id: number) =>
  contractQuery(resourceContract.getResourceAccess, { params: { id } });
export const getCourseAccessQuery = (id: number) =>
  contractQuery(courseContract.getCourseAccess, { params: { id } });

export function myItemQuery({ type, id }: CatalogueItem) {
  return type === 'resource' ? getResourceAccessQuery(id) : getCourseAccessQuery(id);
}

export function changeMyItem(client: QueryClient, item: CatalogueItem, change: Partial<MyItem>): void {
  client.setQueryData(myItemQuery(item).queryKey, (known) => known && { ...known, ...change });
}

/** Refetches the cart and everything that depends on what the user owns. */
export function invalidateItemAccess(client: QueryClient): void {
  const changed = [
    cartContract.getCart,
    orderContract.listOrders,
    orderContract.listPurchases,
    learningContract.listEnrollments,
    learningContract.getClassroom,
    learningContract.getLesson,
    courseContract.getCourseAccess,
    resourceContract.getResourceAccess,
  ];
  for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] });
}
