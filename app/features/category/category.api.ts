// Queries and mutations of the staff category pages. Every change returns the whole list.
import type { MutationFunctionContext } from '@tanstack/react-query';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as contract from '#shared/features/category/category.contract.ts';
import { movedTo } from '#shared/features/category/category.rules.ts';
import type { Category, StaffCategory } from '#shared/features/category/category.schema.ts';

export type Kind = Category['kind'];
export type Place = { parentId: number | null; beforeId: number | null };

export const listStaffCategoriesQuery = (kind: Kind) =>
  freshQuery(contract.listStaffCategories, { query: { kind } });

const categoryChange = (kind: Kind) => ({
  onSuccess: (
    categories: StaffCategory[],
    _input: unknown,
    _shown: unknown,
    { client }: MutationFunctionContext,
  ) => client.setQueryData(listStaffCategoriesQuery(kind).queryKey, categories),
});

export const useCreateCategory = (kind: Kind) =>
  useContractMutation(contract.createCategory, categoryChange(kind));
export const useRenameCategory = (kind: Kind) =>
  useContractMutation(contract.renameCategory, categoryChange(kind));
export const useMergeCategory = (kind: Kind) =>
  useContractMutation(contract.mergeCategory, categoryChange(kind));
export const useDeleteCategory = (kind: Kind) =>
  useContractMutation(contract.deleteCategory, categoryChange(kind));

/** Shown at once; rolled back on errors. */
export function useMoveCategory(kind: Kind) {
  const { queryKey } = listStaffCategoriesQuery(kind);
  return useContractMutation(contract.moveCategory, {
    // The counts of its parents change too.
    ...categoryChange(kind),
    input: ({ id, place }: { id: number; place: Place }) => ({ params: { id }, body: place }),
    errorTitle: 'Couldn’t move the category',
    scope: { id: 'move-categories' },
    async onMutate({ id, place }, { client }) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all: StaffCategory[] | undefined) =>
        all ? (movedTo(all, id, place) ?? all) : all,
      );
    },
    onError: (_error, _move, _shown, { client }) => client.invalidateQueries({ queryKey }),
  });
}
