// Resources from the officers' side: what they ask, and what they do.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { Contract, ContractInput } from '#shared/contract.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import * as contract from '#shared/features/moderation/moderation.contract.ts';
import { QUEUE_TABS, type QueueTab } from '#shared/features/moderation/moderation.schema.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';

/** Colleagues work on the same things: what was fetched before shows at once and is looked at again. */
const fresh = { staleTime: 0 } as const;

export const listStaffResourcesQuery = (
  query: ContractInput<typeof contract.listStaffResources>['query'],
) => ({
  ...contractQuery(contract.listStaffResources, { query }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const listReviewQueueQuery = (tab: QueueTab) => ({
  ...contractQuery(contract.listReviewQueue, { query: { tab } }),
  ...fresh,
});
export const getStaffResourceQuery = (id: number) => ({
  ...contractQuery(contract.getStaffResource, { params: { id } }),
  ...fresh,
});
export const getModerationCountsQuery = () => ({
  ...contractQuery(contract.getModerationCounts, {}),
  ...fresh,
});

const TOUCHED = [
  contract.listStaffResources,
  contract.listReviewQueue,
  contract.getStaffResource,
  contract.getModerationCounts,
  dashboardContract.getOfficerDashboard,
  resourceContract.getResource,
];

/** Pending until the lists on the screen show the change. */
function useModeration<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    // Also after a refusal: a colleague may have been quicker.
    onSettled: () => Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

export const useDecideResource = () => useModeration(contract.decideResource);

/** After an undo, and once a decision has taken effect. */
export function useRefreshModeration() {
  const client = useQueryClient();
  return () => {
    for (const { path } of TOUCHED) void client.invalidateQueries({ queryKey: [path] });
  };
}

/** For the queue: what is decided leaves the list at once, and the next does not wait for the list. */
export function useDecideInQueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<typeof contract.decideResource>) =>
      browserApi.call(contract.decideResource, input),
    onSuccess({ id }) {
      for (const tab of QUEUE_TABS) {
        client.setQueryData(
          listReviewQueueQuery(tab).queryKey,
          (queue) => queue && { ...queue, items: queue.items.filter((item) => item.id !== id) },
        );
      }
    },
    onSettled() {
      for (const { path } of TOUCHED) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}
export const useDecideResources = () => useModeration(contract.decideResources);
export const useToggleFeatured = () => useModeration(contract.toggleFeatured);
