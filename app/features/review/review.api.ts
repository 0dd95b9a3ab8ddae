// Reviews from the browser's side. The thing they are about is a resource or a course: both have the same reviews.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getCourse, getMyCourse } from '#shared/features/course/course.contract.ts';
import { getMyResource, getResource, type MyItem } from '#shared/features/resource/resource.contract.ts';
import {
  answerReview,
  deleteReview,
  listCourseReviews,
  listResourceReviews,
  reviewCourse,
  reviewResource,
} from '#shared/features/review/review.contract.ts';
import type { ReviewSort } from '#shared/features/review/review.rules.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export type ReviewedItem = { type: 'resource' | 'course'; id: number };
export type ReviewWords = { stars: number; body: string };

export function reviewsQuery(item: ReviewedItem, sort: ReviewSort = 'newest', page = 1) {
  const input = { params: { id: item.id }, query: { sort, page } };
  return item.type === 'resource'
    ? contractQuery(listResourceReviews, input)
    : contractQuery(listCourseReviews, input);
}

/** The page's own question about the person looking; what it knows of a review is kept right from here. */
function mineKey({ type, id }: ReviewedItem) {
  return [type === 'resource' ? getMyResource.path : getMyCourse.path, { params: { id } }];
}

function knowOwnReview(client: QueryClient, item: ReviewedItem, review: MyItem['review']): void {
  client.setQueryData(mineKey(item), (known: MyItem | null | undefined) => known && { ...known, review });
}

/** A review changes its list, and the average and histogram of the thing; on lists it is asked for again later. */
async function showChanges(client: QueryClient, { type, id }: ReviewedItem): Promise<void> {
  const isResource = type === 'resource';
  const folder = isResource ? '/api/resources' : '/api/courses';
  const isElsewhere = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === 'string' && (path.startsWith(folder) || path.startsWith('/api/sellers'));
  await client.invalidateQueries({ predicate: isElsewhere, refetchType: 'none' });
  const own = [
    isResource ? listResourceReviews : listCourseReviews,
    isResource ? getResource : getCourse,
    isResource ? getMyResource : getMyCourse,
  ];
  await Promise.all(
    own.map(({ path }) => client.invalidateQueries({ queryKey: [path, { params: { id } }] })),
  );
}

export function useWriteReview(item: ReviewedItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewWords) => {
      const input = { params: { id: item.id }, body };
      return item.type === 'resource'
        ? browserApi.call(reviewResource, input)
        : browserApi.call(reviewCourse, input);
    },
    onSuccess({ id, stars, body }) {
      knowOwnReview(client, item, { id, stars, body });
      return showChanges(client, item);
    },
  });
}

export function useDeleteReview(item: ReviewedItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => browserApi.call(deleteReview, { params: { id } }),
    onSuccess() {
      knowOwnReview(client, item, null);
      return showChanges(client, item);
    },
  });
}

export function useAnswerReview(item: ReviewedItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: string }) =>
      browserApi.call(answerReview, { params: { id }, body: { body } }),
    onSuccess: () => showChanges(client, item),
  });
}
