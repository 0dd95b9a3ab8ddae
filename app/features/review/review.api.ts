// Queries and mutations of reviews, the same for resources and courses.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { browserApi } from '#app/lib/api-client.ts';
import { type CatalogueItem, changeMyItem, myItemQuery } from '#app/lib/item-access.api.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import * as contract from '#shared/features/review/review.contract.ts';
import type { ReviewSort } from '#shared/features/review/review.rules.ts';

export type ReviewedItem = CatalogueItem;
export type ReviewInput = { stars: number; body: string };

export const listResourceReviewsQuery = (id: number, sort: ReviewSort, page: number) =>
  catalogueQuery(contract.listResourceReviews, { params: { id }, query: { sort, page } });
export const listCourseReviewsQuery = (id: number, sort: ReviewSort, page: number) =>
  catalogueQuery(contract.listCourseReviews, { params: { id }, query: { sort, page } });

export function reviewsQuery({ type, id }: ReviewedItem, sort: ReviewSort = 'newest', page = 1) {
  return type === 'resource'
    ? listResourceReviewsQuery(id, sort, page)
    : listCourseReviewsQuery(id, sort, page);
}

export const reviewResource = (id: number, body: ReviewInput) =>
  browserApi.call(contract.reviewResource, { params: { id }, body });
export const reviewCourse = (id: number, body: ReviewInput) =>
  browserApi.call(contract.reviewCourse, { params: { id }, body });

/** A review changes its list and the item's rating; catalogue lists refetch later. */
async function showChanges(client: QueryClient, item: ReviewedItem): Promise<void> {
  const isResource = item.type === 'resource';
  const folder = isResource ? '/api/resources' : '/api/courses';
  const isElsewhere = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === 'string' && (path.startsWith(folder) || path.startsWith('/api/sellers'));
  await client.invalidateQueries({ predicate: isElsewhere, refetchType: 'none' });
  const about = { params: { id: item.id } };
  const own = [
    [(isResource ? contract.listResourceReviews : contract.listCourseReviews).path, about],
    [(isResource ? resourceContract.getResource : courseContract.getCourse).path, about],
    myItemQuery(item).queryKey,
  ];
  await Promise.all(own.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useSaveReview(item: ReviewedItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReviewInput) =>
      item.type === 'resource' ? reviewResource(item.id, body) : reviewCourse(item.id, body),
    onSuccess({ id, stars, body }) {
      changeMyItem(client, item, { review: { id, stars, body } });
      return showChanges(client, item);
    },
  });
}

export const useDeleteReview = (item: ReviewedItem) =>
  useContractMutation(contract.deleteReview, {
    input: (id: number) => ({ params: { id } }),
    onSuccess(_answer, _id, _shown, { client }) {
      changeMyItem(client, item, { review: null });
      return showChanges(client, item);
    },
  });

export const useReplyToReview = (item: ReviewedItem) =>
  useContractMutation(contract.replyToReview, {
    input: ({ id, body }: { id: number; body: string }) => ({ params: { id }, body: { body } }),
    onSuccess: (_answer, _input, _shown, { client }) => showChanges(client, item),
  });
