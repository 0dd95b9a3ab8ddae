// Gifts of a membership in the browser.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/billing/gift.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { MEMBERSHIP_VIEWS } from './billing.api.ts';

export type { StaffGift } from '#shared/features/billing/gift.schema.ts';

export const GIFTS_HOME = '/admin/subscription-plans/gifts';

export const quoteGiftQuery = (body: ContractInput<typeof contract.quoteGift>['body']) =>
  freshQuery(contract.quoteGift, { body });

export const buyGift = (body: ContractInput<typeof contract.buyGift>['body']) =>
  browserApi.call(contract.buyGift, { body });

export const listOwnGiftsQuery = () => freshQuery(contract.listOwnGifts, {});

export const previewGiftQuery = (code: string) => ({
  ...freshQuery(contract.previewGift, { body: { code } }),
  retry: false,
});

export const useRedeemGift = () =>
  useContractMutation(contract.redeemGift, {
    input: (code: string) => ({ body: { code } }),
    invalidates: MEMBERSHIP_VIEWS,
  });

export const listStaffGiftsQuery = (query: ContractInput<typeof contract.listStaffGifts>['query']) =>
  listQuery(contract.listStaffGifts, { query });

export const useResendGift = () =>
  useContractMutation(contract.resendGift, {
    input: (id: number) => ({ params: { id } }),
    invalidates: [contract.listStaffGifts],
    errorTitle: 'Couldn’t send the gift',
  });
