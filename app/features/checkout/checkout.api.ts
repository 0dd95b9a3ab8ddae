// Paying, from the browser's side: the calls, and what becomes of the cache when something was bought.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as cartContract from '#shared/features/cart/cart.contract.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import type { ContractInput } from '#shared/contract.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { PaidOrder } from './payment-course.ts';

export const getCheckoutOptionsQuery = () => contractQuery(contract.getCheckoutOptions, {});

/** Null: nobody knows this one. A lookup that fails is no reason to stop anyone. */
export const lookUpZip = (zip: string) =>
  queryOptions({
    queryKey: [contract.lookUpZip.path, zip],
    enabled: /^\d{5}$/.test(zip),
    queryFn: ({ signal }) =>
      browserApi.call(contract.lookUpZip, { params: { zip } }, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

export const simpleCheckout = (body: ContractInput<typeof contract.simpleCheckout>['body']) =>
  browserApi.call(contract.simpleCheckout, { body });

export const beginCheckout = (body: ContractInput<typeof contract.beginCheckout>['body']) =>
  browserApi.call(contract.beginCheckout, { body });

export const confirmCheckout = ({ orderId, key }: PaidOrder) =>
  browserApi.call(contract.confirmCheckout, { body: { orderId, ...(key && { key }) } });

export const cancelCheckout = ({ orderId, key }: PaidOrder) =>
  browserApi.call(contract.cancelCheckout, { body: { orderId, ...(key && { key }) } });

export const payCheckout = (body: ContractInput<typeof contract.payCheckout>['body']) =>
  browserApi.call(contract.payCheckout, { body });

export const confirmSandboxPayment = (clientSecret: string, answer: 'approve' | 'refuse') =>
  browserApi.call(contract.confirmSandboxPayment, { body: { clientSecret, answer } });

/** A guest's orders open with the key from the mail. */
export const getOrderQuery = ({ orderId, key }: PaidOrder) =>
  contractQuery(orderContract.getOrder, { params: { id: orderId }, query: key ? { key } : {} });

export function receiptHref({ orderId, key }: PaidOrder): string {
  const search = key ? `?${new URLSearchParams({ key })}` : '';
  return `/api/orders/${orderId}/receipt${search}`;
}

export function orderHref({ orderId, key }: PaidOrder): string {
  return `/orders/${orderId}${key ? `?${new URLSearchParams({ key })}` : ''}`;
}

export const listPurchasesQuery = (query: ContractInput<typeof orderContract.listPurchases>['query']) =>
  contractQuery(orderContract.listPurchases, { query });

export const listOrdersQuery = (query: ContractInput<typeof orderContract.listOrders>['query']) =>
  contractQuery(orderContract.listOrders, { query });

export function useSendOrderLinks() {
  return useMutation({
    mutationFn: (email: string) => browserApi.call(orderContract.sendOrderLinks, { body: { email } }),
  });
}

export function useEnrolFree() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => browserApi.call(orderContract.enrolFree, { params: { id } }),
    onSuccess: () => forgetStandings(client),
  });
}

/** What was known of the cart and of what is owned is no longer true. */
export function forgetStandings(client: QueryClient): void {
  const changed = [
    cartContract.getCart,
    orderContract.listOrders,
    orderContract.listPurchases,
    orderContract.listEnrolments,
    courseContract.getMyCourse,
    resourceContract.getMyResource,
  ];
  for (const { path } of changed) void client.invalidateQueries({ queryKey: [path] });
}
