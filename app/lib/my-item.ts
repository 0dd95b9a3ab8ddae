// How a resource or a course stands to the person looking: theirs, owned, wished, reviewed. Asked by its page, kept
// right by whichever feature changes it.
import type { QueryClient } from '@tanstack/react-query';
import * as cartContract from '#shared/features/cart/cart.contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { contractQuery } from './query.ts';

export type CatalogueItem = { type: 'resource' | 'course'; id: number };

export function myItemQuery({ type, id }: CatalogueItem) {
  const input = { params: { id } };
  return type === 'resource'
    ? contractQuery(resourceContract.getMyResource, input)
    : contractQuery(courseContract.getMyCourse, input);
}

export function changeMyItem(client: QueryClient, item: CatalogueItem, change: Partial<MyItem>): void {
  client.setQueryData(myItemQuery(item).queryKey, (known) => known && { ...known, ...change });
}

/** What was known of the cart and of what is owned is no longer true. */
export function forgetStandings(client: QueryClient): void {
  const changed = [
    cartContract.getCart,
    orderContract.listOrders,
    orderContract.listPurchases,
    orderContract.listEnrolments,
    courseContract.getMyCourse,
    resourceContract.getMyResource,
  ];
  for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] });
}
