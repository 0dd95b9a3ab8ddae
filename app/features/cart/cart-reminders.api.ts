// Whether someone is reminded of a cart they left: read and changed on their own pages, or ended from a mail.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '#shared/features/cart/cart-reminder.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

/** Asked for at each visit: the link in a mail may have changed it. */
export const getCartRemindersQuery = () => ({
  ...contractQuery(contract.getCartReminders, {}),
  staleTime: 0,
});

export function useSetCartReminders() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isWanted: boolean) => browserApi.call(contract.setCartReminders, { body: { isWanted } }),
    onSuccess: (answer) => client.setQueryData(getCartRemindersQuery().queryKey, answer),
  });
}

export function useStopCartReminders() {
  return useMutation({
    mutationFn: (key: string) => browserApi.call(contract.stopCartReminders, { body: { key } }),
  });
}
