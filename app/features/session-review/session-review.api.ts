// Reviews after sessions, as clients, instructors, visitors and staff read and write them.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/session-review/session-review.contract.ts';
import { catalogueQuery, freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listBookingReviewsQuery = (bookingIds: readonly number[]) =>
  freshQuery(contract.listBookingReviews, { query: { bookingId: [...bookingIds] } });
export const listInstructorReviewsQuery = ({
  id,
  ...query
}: { id: number } & ContractInput<typeof contract.listInstructorReviews>['query']) =>
  catalogueQuery(contract.listInstructorReviews, { params: { id }, query });
export const listClientReviewsQuery = (id: number) =>
  freshQuery(contract.listClientReviews, { params: { id } });
export const listReviewReportsQuery = (page: number) =>
  listQuery(contract.listReviewReports, { query: { page } });

const invalidates = [contract.listBookingReviews, contract.listInstructorReviews];

export const useReviewBooking = () => useContractMutation(contract.reviewBooking, { invalidates });
export const useReplyToBookingReview = () =>
  useContractMutation(contract.replyToBookingReview, { invalidates });
export const useReportBookingReview = () => useContractMutation(contract.reportBookingReview, {});
export const useDecideReviewReport = () =>
  useContractMutation(contract.decideReviewReport, {
    invalidates: [contract.listReviewReports, contract.listInstructorReviews],
    errorTitle: 'Couldn’t decide about this report',
  });
