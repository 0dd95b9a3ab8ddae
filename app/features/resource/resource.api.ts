// What the curriculum's pages read.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { myItemQuery } from '#app/lib/item-access.api.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';

export const listFeaturedResourcesQuery = () => catalogueQuery(contract.listFeaturedResources, {});

export const listResourcesByIdsQuery = (ids: readonly number[]) =>
  catalogueQuery(contract.listResourcesByIds, { query: { ids: ids.join(',') } });

export const getResourceQuery = (id: number) => catalogueQuery(contract.getResource, { params: { id } });
export const listRelatedResourcesQuery = (id: number) =>
  catalogueQuery(contract.listRelatedResources, { params: { id } });

export const listResourceVersionsQuery = (id: number) =>
  catalogueQuery(contract.listResourceVersions, { params: { id } });

const mineOf = (id: number) => ({ type: 'resource', id }) as const;

export function useClaimFreeResource(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(contract.claimFreeResource, { params: { id } }),
    onSuccess(mine) {
      client.setQueryData(myItemQuery(mineOf(id)).queryKey, mine);
      toast({ title: 'It is yours', description: 'Download it now, or come back for it any time.' });
    },
    onError: (error) =>
      toast({ title: 'That did not work', description: failureTextOf(error), variant: 'destructive' }),
  });
}

export const countResourceView = (id: number) =>
  browserApi.call(contract.countResourceView, { params: { id } });
