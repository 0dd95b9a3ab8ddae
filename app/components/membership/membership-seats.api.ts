// Seats of memberships in the browser.
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as billingContract from '#shared/features/billing/billing.contract.ts';
import * as membershipContract from '#shared/features/membership/membership.contract.ts';
import * as contract from '#shared/features/membership/membership-seat.contract.ts';

export const listMembershipSeatsQuery = () => freshQuery(contract.listMembershipSeats, {});

/** A quote names who would lose a seat. */
const invalidates = [contract.listMembershipSeats, billingContract.previewSubscription];

export const useInviteToMembership = () =>
  useContractMutation(contract.inviteToMembership, {
    invalidates,
    input: (email: string) => ({ body: { email } }),
  });

export const useResendMembershipInvitation = (id: number) =>
  useContractMutation(contract.resendMembershipInvitation, {
    invalidates,
    input: () => ({ params: { id } }),
  });

export const useRevokeMembershipSeat = (id: number) =>
  useContractMutation(contract.revokeMembershipSeat, {
    invalidates,
    input: (email: string) => ({ params: { id }, body: { email } }),
  });

export const useReassignMembershipSeat = (id: number) =>
  useContractMutation(contract.reassignMembershipSeat, {
    invalidates,
    input: (body: { from: string; email: string }) => ({ params: { id }, body }),
  });

export const useGiveUpMembershipSeat = (id: number) =>
  useContractMutation(contract.giveUpMembershipSeat, {
    invalidates: [contract.listMembershipSeats, membershipContract.getBenefits],
    input: () => ({ params: { id } }),
  });
