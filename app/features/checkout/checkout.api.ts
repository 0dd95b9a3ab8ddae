// Paying, from the browser's side: the calls, and what becomes of the cache when something was bought.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getCart } from '#shared/features/cart/cart.contract.ts';
import {
  beginCheckout,
  cancelCheckout,
  confirmCheckout,
  confirmSandboxPayment,
  getCheckoutOptions,
  lookUpZip,
  payCheckout,
  simpleCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import {
  enrolFree,
  getOrder,
  listEnrolments,
  listOrders,
  listPurchases,
  sendOrderLinks,
} from '#shared/features/order/order.contract.ts';
import { getMyCourse } from '#shared/features/course/course.contract.ts';
import { getMyResource } from '#shared/features/resource/resource.contract.ts';
import type { ContractInput } from '#shared/contract.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { PaidOrder } from './payment-course.ts';

export const optionsQuery = () => contractQuery(getCheckoutOptions, {});

/** Null: nobody knows this one. A lookup that fails is no reason to stop anyone. */
export const zipQuery = (zip: string) =>
  queryOptions({
    queryKey: [lookUpZip.path, zip],
    enabled: /^\d{5}$/.test(zip),
    queryFn: ({ signal }) =>
      browserApi.call(lookUpZip, { params: { zip } }, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

export const pay = (body: ContractInput<typeof simpleCheckout>['body']) =>
  browserApi.call(simpleCheckout, { body });

export const begin = (body: ContractInput<typeof beginCheckout>['body']) =>
  browserApi.call(beginCheckout, { body });

export const confirm = ({ orderId, key }: PaidOrder) =>
  browserApi.call(confirmCheckout, { body: { orderId, ...(key && { key }) } });

export const cancel = ({ orderId, key }: PaidOrder) =>
  browserApi.call(cancelCheckout, { body: { orderId, ...(key && { key }) } });

export const payWaiting = (body: ContractInput<typeof payCheckout>['body']) =>
  browserApi.call(payCheckout, { body });

export const answerSandboxBank = (clientSecret: string, answer: 'approve' | 'refuse') =>
  browserApi.call(confirmSandboxPayment, { body: { clientSecret, answer } });

/** A guest's orders open with the key from the mail. */
export const orderQuery = ({ orderId, key }: PaidOrder) =>
  contractQuery(getOrder, { params: { id: orderId }, query: key ? { key } : {} });

export function receiptHref({ orderId, key }: PaidOrder): string {
  const search = key ? `?${new URLSearchParams({ key })}` : '';
  return `/api/orders/${orderId}/receipt${search}`;
}

export function orderHref({ orderId, key }: PaidOrder): string {
  return `/orders/${orderId}${key ? `?${new URLSearchParams({ key })}` : ''}`;
}

export const purchasesQuery = (query: ContractInput<typeof listPurchases>['query']) =>
  contractQuery(listPurchases, { query });

export const ordersQuery = (query: ContractInput<typeof listOrders>['query']) =>
  contractQuery(listOrders, { query });

export function useSendOrderLinks() {
  return useMutation({ mutationFn: (email: string) => browserApi.call(sendOrderLinks, { body: { email } }) });
}

export function useEnrolFree() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => browserApi.call(enrolFree, { params: { id } }),
    onSuccess: () => forgetStandings(client),
  });
}

/** What was known of the cart and of what is owned is no longer true. */
export function forgetStandings(client: QueryClient): void {
  const changed = [getCart, listOrders, listPurchases, listEnrolments, getMyCourse, getMyResource];
  for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] });
}
