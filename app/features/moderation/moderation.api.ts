// Queries and mutations of the review queue and the staff list of resources.
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput } from '#shared/contract.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import { QUEUE_TABS, type QueueTab } from '#shared/features/moderation/moderation.schema.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';

export const listStaffResourcesQuery = (query: ContractInput<typeof contract.listStaffResources>['query']) =>
  listQuery(contract.listStaffResources, { query });
export const listReviewQueueQuery = (tab: QueueTab) =>
  freshQuery(contract.listReviewQueue, { query: { tab } });
export const getStaffResourceQuery = (id: number) =>
  freshQuery(contract.getStaffResource, { params: { id } });
export const getModerationCountsQuery = () => freshQuery(contract.getModerationCounts, {});

const invalidates = [
  contract.listStaffResources,
  contract.listReviewQueue,
  contract.getStaffResource,
  contract.getModerationCounts,
  dashboardContract.getOfficerDashboard,
  resourceContract.getResource,
];

export const useDecideResource = () => useContractMutation(contract.decideResource, { invalidates });

export const useRefreshModeration = () => useInvalidate(invalidates);

/** Removes the decided item from the queue at once, so the next one doesn't wait for a refetch. */
export function useDecideInQueue() {
  const refresh = useInvalidate(invalidates);
  return useContractMutation(contract.decideResource, {
    onSuccess({ id }, _input, _shown, { client }) {
      for (const tab of QUEUE_TABS) {
        client.setQueryData(
          listReviewQueueQuery(tab).queryKey,
          (queue) => queue && { ...queue, items: queue.items.filter((item) => item.id !== id) },
        );
      }
    },
    onSettled: refresh,
  });
}
export const useDecideResources = () => useContractMutation(contract.decideResources, { invalidates });
export const useToggleFeatured = () => useContractMutation(contract.toggleFeatured, { invalidates });
