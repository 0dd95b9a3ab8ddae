// Dance styles as staff read and change them. Every change answers the whole list.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  addStyle,
  changeStyle,
  deleteStyle,
  listStaffStyles,
  orderStyles,
} from '#shared/features/style/style-staff.contract.ts';
import type { StaffStyle } from '#shared/features/style/style.schema.ts';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { contractQuery } from '#app/lib/query.ts';
import { stylesQuery } from './style.api.ts';

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
