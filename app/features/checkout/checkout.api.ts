// Checkout calls from the browser.
import { queryOptions } from '@tanstack/react-query';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';

export const getCheckoutOptionsQuery = () => contractQuery(contract.getCheckoutOptions, {});

/** Null: unknown ZIP code. A failed lookup must not stop anyone. */
export const findZipCode = (zip: string) =>
  queryOptions({
    queryKey: [contract.findZipCode.path, zip],
    enabled: /^\d{5}$/.test(zip),
    queryFn: ({ signal }) =>
      browserApi.call(contract.findZipCode, { params: { zip } }, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
  });

export const simpleCheckout = (body: ContractInput<typeof contract.simpleCheckout>['body']) =>
  browserApi.call(contract.simpleCheckout, { body });

export const startCheckout = (body: ContractInput<typeof contract.startCheckout>['body']) =>
  browserApi.call(contract.startCheckout, { body });

export const confirmCheckout = ({ orderId, key }: PaidOrder) =>
  browserApi.call(contract.confirmCheckout, { body: { orderId, ...(key && { key }) } });

export const payCheckout = (body: ContractInput<typeof contract.payCheckout>['body']) =>
  browserApi.call(contract.payCheckout, { body });

export const confirmSandboxPayment = (clientSecret: string, answer: 'approve' | 'refuse') =>
  browserApi.call(contract.confirmSandboxPayment, { body: { clientSecret, answer } });

/** For guests who may have bought it before. The answer never says whether the address has anything. */
export const useSendOwnedLinks = () =>
  useContractMutation(orderContract.sendOrderLinks, { input: (email: string) => ({ body: { email } }) });

type OnCanceled = (answer: ContractOutput<typeof contract.cancelCheckout>) => Promise<void>;

export const useCancelCheckout = ({ orderId, key }: PaidOrder, onSuccess: OnCanceled) =>
  useContractMutation(contract.cancelCheckout, {
    input: () => ({ body: { orderId, ...(key && { key }) } }),
    errorTitle: 'Couldn’t cancel the order',
    onSuccess,
  });
