// Orders bought as a guest with the user's address, until the user confirms that address.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as accountContract from '#shared/features/account/account.contract.ts';
import * as contract from '#shared/features/order/order.contract.ts';
import { freshQuery } from '#app/lib/query.ts';
import { invalidate } from '#app/lib/use-contract-mutation.ts';

/** Refetched on focus: the address may have been confirmed on another device. */
export const listPendingOrdersQuery = () => ({
  ...freshQuery(contract.listPendingOrders, {}),
  refetchOnWindowFocus: true,
});

type UnverifiedUser = { isEmailVerified: boolean };

/** Order numbers. Once the address is confirmed, in this tab or another one, the purchases are refetched. */
export function useWaitingOrders(user: UnverifiedUser | null | undefined): readonly string[] {
  const client = useQueryClient();
  const isUnverified = user?.isEmailVerified === false;
  const { data } = useQuery({ ...listPendingOrdersQuery(), enabled: isUnverified });
  const count = data?.length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    const wasConfirmed = before.current > 0 && count === 0;
    before.current = count;
    if (!wasConfirmed) return;
    void invalidate(client, [accountContract.getUser, contract.listPurchases, contract.listOrders]);
  }, [client, count]);
  return isUnverified ? (data ?? []).map(({ number }) => number) : [];
}
