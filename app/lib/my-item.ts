// How a resource or a course stands to the person looking: theirs, owned, wished, reviewed. Asked by its page, kept
// right by whichever feature changes it.
import type { QueryClient } from '@tanstack/react-query';
import { getMyCourse } from '#shared/features/course/course.contract.ts';
import { getMyResource } from '#shared/features/resource/resource.contract.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { contractQuery } from './query.ts';

export type CatalogueItem = { type: 'resource' | 'course'; id: number };

export function myItemQuery({ type, id }: CatalogueItem) {
  const input = { params: { id } };
  return type === 'resource' ? contractQuery(getMyResource, input) : contractQuery(getMyCourse, input);
}

export function changeMyItem(client: QueryClient, item: CatalogueItem, change: Partial<MyItem>): void {
  client.setQueryData(myItemQuery(item).queryKey, (known) => known && { ...known, ...change });
}
