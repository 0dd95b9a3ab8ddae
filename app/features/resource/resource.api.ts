// What the curriculum's pages read.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { changeMyItem, myItemQuery } from '#app/lib/my-item.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { reportResource } from '#shared/features/moderation/rights-notice.contract.ts';
import type { ReportReason } from '#shared/features/moderation/rights-notice.states.ts';
import {
  claimResource,
  getResource,
  listFeaturedResources,
  listRelatedResources,
  listResourcesByIds,
  listResourceVersions,
} from '#shared/features/resource/resource.contract.ts';

export const featuredResourcesQuery = () => catalogueQuery(listFeaturedResources, {});

export const resourcesByIdsQuery = (ids: readonly number[]) =>
  catalogueQuery(listResourcesByIds, { query: { ids: ids.join(',') } });

export const resourceQuery = (id: number) => catalogueQuery(getResource, { params: { id } });
export const relatedQuery = (id: number) => catalogueQuery(listRelatedResources, { params: { id } });

export const versionsQuery = (id: number) => catalogueQuery(listResourceVersions, { params: { id } });

const mineOf = (id: number) => ({ type: 'resource', id }) as const;

export function useClaim(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(claimResource, { params: { id } }),
    onSuccess(mine) {
      client.setQueryData(myItemQuery(mineOf(id)).queryKey, mine);
      toast({ title: 'It is yours', description: 'Download it now, or come back for it any time.' });
    },
    onError: (error) =>
      toast({ title: 'That did not work', description: failureTextOf(error), variant: 'destructive' }),
  });
}

export function useReport(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: ReportReason; body: string }) =>
      browserApi.call(reportResource, { params: { id }, body }),
    onSuccess: () => changeMyItem(client, mineOf(id), { hasReported: true }),
  });
}
