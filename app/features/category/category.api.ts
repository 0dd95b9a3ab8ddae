// Categories as staff read and change them. Every change answers the whole list of the kind.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/category/category.contract.ts';
import { movedTo } from '#shared/features/category/category.rules.ts';
import type { Category, StaffCategory } from '#shared/features/category/category.schema.ts';

export type Kind = Category['kind'];
export type Place = { parentId: number | null; beforeId: number | null };

export const listStaffCategoriesQuery = (kind: Kind) => ({
  ...contractQuery(contract.listStaffCategories, { query: { kind } }),
  staleTime: 0,
});

function useCategoryChange<C extends Contract>(kind: Kind, contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    onSuccess: (categories: ContractOutput<C>) =>
      client.setQueryData(listStaffCategoriesQuery(kind).queryKey, categories as StaffCategory[]),
  });
}

export const useCreateCategory = (kind: Kind) => useCategoryChange(kind, contract.createCategory);
export const useRenameCategory = (kind: Kind) => useCategoryChange(kind, contract.renameCategory);
export const useMergeCategory = (kind: Kind) => useCategoryChange(kind, contract.mergeCategory);
export const useDeleteCategory = (kind: Kind) => useCategoryChange(kind, contract.deleteCategory);

/** Shown at once; when it is refused the list goes back to what the server has. */
export function useMoveCategory(kind: Kind) {
  const client = useQueryClient();
  const { queryKey } = listStaffCategoriesQuery(kind);
  return useMutation({
    mutationFn: ({ id, place }: { id: number; place: Place }) =>
      browserApi.call(contract.moveCategory, { params: { id }, body: place }),
    scope: { id: 'move-categories' },
    onMutate: async ({ id, place }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all: StaffCategory[] | undefined) =>
        all ? (movedTo(all, id, place) ?? all) : all,
      );
    },
    onError: (error) => {
      toast({ title: 'Nothing was moved', description: failureTextOf(error), variant: 'destructive' });
      return client.invalidateQueries({ queryKey });
    },
    // Counts of those above have changed as well.
    onSuccess: (categories) => client.setQueryData(queryKey, categories),
  });
}
