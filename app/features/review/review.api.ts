// Reviews from the browser's side. The thing they are about is a resource or a course: both have the same reviews.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getCourse } from '#shared/features/course/course.contract.ts';
import { getResource } from '#shared/features/resource/resource.contract.ts';
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
import { changeMyItem, myItemQuery, type CatalogueItem } from '#app/lib/my-item.ts';
import { catalogueQuery } from '#app/lib/query.ts';

export type ReviewedItem = CatalogueItem;
export type ReviewWords = { stars: number; body: string };

export function reviewsQuery(item: ReviewedItem, sort: ReviewSort = 'newest', page = 1) {
  const input = { params: { id: item.id }, query: { sort, page } };
  return item.type === 'resource'
    ? catalogueQuery(listResourceReviews, input)
    : catalogueQuery(listCourseReviews, input);
}

/** A review changes its list, and the average and histogram of the thing; on lists it is asked for again later. */
async function showChanges(client: QueryClient, item: ReviewedItem): Promise<void> {
  const isResource = item.type === 'resource';
  const folder = isResource ? '/api/resources' : '/api/courses';
  const isElsewhere = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === 'string' && (path.startsWith(folder) || path.startsWith('/api/sellers'));
  await client.invalidateQueries({ predicate: isElsewhere, refetchType: 'none' });
  const about = { params: { id: item.id } };
  const own = [
    [(isResource ? listResourceReviews : listCourseReviews).path, about],
    [(isResource ? getResource : getCourse).path, about],
    myItemQuery(item).queryKey,
  ];
  await Promise.all(own.map((queryKey) => client.invalidateQueries({ queryKey })));
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
      changeMyItem(client, item, { review: { id, stars, body } });
      return showChanges(client, item);
    },
  });
}

export function useDeleteReview(item: ReviewedItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => browserApi.call(deleteReview, { params: { id } }),
    onSuccess() {
      changeMyItem(client, item, { review: null });
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
