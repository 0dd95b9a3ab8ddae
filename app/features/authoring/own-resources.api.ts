// A seller's list of their own resources, and what they do with one or several of them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  changeOwnResources,
  duplicateResource,
  listOwnResources,
  type OwnBulkAction,
} from '#shared/features/authoring/authoring.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export const ownResourcesQuery = (query: ContractInput<typeof listOwnResources>['query']) => ({
  ...contractQuery(listOwnResources, { query }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export type OwnResources = ContractOutput<typeof listOwnResources>;
export type OwnRow = OwnResources['items'][number];
export type BulkAnswer = ContractOutput<typeof changeOwnResources>;

/** Pending until the list on the screen shows the change. */
function useListChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The public pages of these as well: what is archived is not on sale there either.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          typeof queryKey[0] === 'string' && /resources|curriculum|my\/store/.test(queryKey[0]),
      }),
  });
}

export const useChangeOwnResources = () =>
  useListChange((body: { ids: number[]; action: OwnBulkAction }) =>
    browserApi.call(changeOwnResources, { body }),
  );
export const useDuplicateResource = () =>
  useListChange((id: number) => browserApi.call(duplicateResource, { params: { id } }));
