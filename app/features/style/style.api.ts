// Queries and mutations of dance styles.
import type { MutationFunctionContext } from '@tanstack/react-query';
import { catalogueQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as contract from '#shared/features/style/style.contract.ts';
import type { StaffStyle } from '#shared/features/style/style.schema.ts';

/** In order; retired ones are only for items that already have them. */
export const listStylesQuery = () => catalogueQuery(contract.listStyles, {});

export const listStaffStylesQuery = () => freshQuery(contract.listStaffStyles, {});

const styleChange = {
  invalidates: [contract.listStyles],
  onSuccess: (styles: StaffStyle[], _input: unknown, _shown: unknown, { client }: MutationFunctionContext) =>
    client.setQueryData(listStaffStylesQuery().queryKey, styles),
};

export const useCreateStyle = () => useContractMutation(contract.createStyle, styleChange);
export const useUpdateStyle = () => useContractMutation(contract.updateStyle, styleChange);
export const useDeleteStyle = () => useContractMutation(contract.deleteStyle, styleChange);

/** Optimistic; if it fails, the list returns to what the server has. */
export function useReorderStyles() {
  const { queryKey } = listStaffStylesQuery();
  return useContractMutation(contract.reorderStyles, {
    input: (ids: number[]) => ({ body: { ids } }),
    invalidates: [contract.listStyles],
    errorTitle: 'Couldn’t change the order',
    scope: { id: 'order-styles' },
    async onMutate(ids, { client }) {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (styles: StaffStyle[] | undefined) =>
        ids.flatMap((id) => styles?.find((style) => style.id === id) ?? []),
      );
    },
    onError: (_error, _ids, _shown, { client }) => client.invalidateQueries({ queryKey }),
  });
}
