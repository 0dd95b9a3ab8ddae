// Queries and mutations of a resource's page.
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { myItemQuery } from '#app/lib/item-access.api.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
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

export const useClaimFreeResource = (id: number) =>
  useContractMutation(contract.claimFreeResource, {
    input: () => ({ params: { id } }),
    errorTitle: 'Couldn’t get this resource',
    onSuccess(mine, _input, _shown, { client }) {
      client.setQueryData(myItemQuery(mineOf(id)).queryKey, mine);
      toast({ title: 'It’s yours', description: 'Download it now or any time later.' });
    },
  });

export const countResourceView = (id: number) =>
  browserApi.call(contract.countResourceView, { params: { id } });
