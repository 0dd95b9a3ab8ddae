// The dance styles, as every page with a choice of styles reads them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { catalogueQuery, contractQuery } from '#app/lib/query.ts';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  addStyle,
  changeStyle,
  deleteStyle,
  listStaffStyles,
  listStyles,
  orderStyles,
} from '#shared/features/style/style.contract.ts';
import type { StaffStyle } from '#shared/features/style/style.schema.ts';

/** In their order; `isRetired` ones are for what already has them, not for new things. */
export const stylesQuery = () => catalogueQuery(listStyles, {});

export const staffStylesQuery = () => ({ ...contractQuery(listStaffStyles, {}), staleTime: 0 });

function useStyleChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    onSuccess: (styles: ContractOutput<C>) => {
      client.setQueryData(staffStylesQuery().queryKey, styles as StaffStyle[]);
      void client.invalidateQueries({ queryKey: stylesQuery().queryKey });
    },
  });
}

export const useAddStyle = () => useStyleChange(addStyle);
export const useChangeStyle = () => useStyleChange(changeStyle);
export const useDeleteStyle = () => useStyleChange(deleteStyle);

/** Shown at once; when it is refused the list goes back to what the server has. */
export function useOrderStyles() {
  const client = useQueryClient();
  const { queryKey } = staffStylesQuery();
  return useMutation({
    mutationFn: (ids: number[]) => browserApi.call(orderStyles, { body: { ids } }),
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
    onSuccess: () => client.invalidateQueries({ queryKey: stylesQuery().queryKey }),
  });
}
