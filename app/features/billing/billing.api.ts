// The viewer’s membership.
import { queryOptions } from '@tanstack/react-query';
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/billing/billing.contract.ts';
import * as membershipContract from '#shared/features/membership/membership.contract.ts';
import * as seatContract from '#shared/features/membership/membership-seat.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getSubscriptionQuery = () => freshQuery(contract.getSubscription, {});

export const listSubscriptionInvoicesQuery = () => freshQuery(contract.listSubscriptionInvoices, {});

type PreviewBody = ContractInput<typeof contract.previewSubscription>['body'];

/** What a plan costs now. It changes by the second: never shown from the cache. */
export const previewSubscriptionQuery = (body: PreviewBody) => ({
  ...freshQuery(contract.previewSubscription, { body }),
  gcTime: 0,
});

/** Everything a change of the membership shows up in. */
export const MEMBERSHIP_VIEWS = [
  contract.getSubscription,
  contract.listSubscriptionInvoices,
  seatContract.listMembershipSeats,
  membershipContract.getBenefits,
  membershipContract.getBookingCredit,
];

type SavingsBody = ContractInput<typeof contract.getSavings>['body'];

export const getSavingsQuery = (body: SavingsBody) => freshQuery(contract.getSavings, { body });

export const useUpdateSubscription = () =>
  useContractMutation(contract.updateSubscription, {
    input: (body: ContractInput<typeof contract.updateSubscription>['body']) => ({ body }),
    invalidates: MEMBERSHIP_VIEWS,
  });

export const startSubscription = (body: ContractInput<typeof contract.startSubscription>['body']) =>
  browserApi.call(contract.startSubscription, { body });

export const getCardLinkQuery = (token: string | null) =>
  queryOptions({
    ...freshQuery(contract.getCardLink, { body: { token: token ?? '' } }),
    enabled: token !== null,
  });

export const updateCardByLink = (body: ContractInput<typeof contract.updateCardByLink>['body']) =>
  browserApi.call(contract.updateCardByLink, { body });

export const confirmCardLink = (token: string) =>
  browserApi.call(contract.confirmCardLink, { body: { token } });
