// The dance styles, as every page with a choice of styles reads them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/style/style.contract.ts';
import type { StaffStyle } from '#shared/features/style/style.schema.ts';

/** In their order; `isRetired` ones are for what already has them, not for new things. */
export const listStylesQuery = () => catalogueQuery(contract.listStyles, {});

export const listStaffStylesQuery = () => ({ ...contractQuery(contract.listStaffStyles, {}), staleTime: 0 });

function useStyleChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    onSuccess: (styles: ContractOutput<C>) => {
      client.setQueryData(listStaffStylesQuery().queryKey, styles as StaffStyle[]);
      void client.invalidateQueries({ queryKey: listStylesQuery().queryKey });
    },
  });
}

export const useCreateStyle = () => useStyleChange(contract.createStyle);
export const useUpdateStyle = () => useStyleChange(contract.updateStyle);
export const useDeleteStyle = () => useStyleChange(contract.deleteStyle);

/** Shown at once; when it is refused the list goes back to what the server has. */
export function useReorderStyles() {
  const client = useQueryClient();
  const { queryKey } = listStaffStylesQuery();
  return useMutation({
    mutationFn: (ids: number[]) => browserApi.call(contract.reorderStyles, { body: { ids } }),
    scope: { id: 'order-styles' },
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (styles: StaffStyle[] | undefined) =>
        ids.flatMap((id) => styles?.find((style) => style.id === id) ?? []),
      );
    },
    onError: (error) => {
      toast({
        title: 'The order was not changed',
        description: failureTextOf(error),
        variant: 'destructive',
      });
      return client.invalidateQueries({ queryKey });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: listStylesQuery().queryKey }),
  });
}
