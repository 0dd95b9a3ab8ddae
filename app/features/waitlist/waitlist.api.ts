// The viewer's waitlists.
import * as booking from '#shared/features/booking/booking.contract.ts';
import * as cart from '#shared/features/cart/cart.contract.ts';
import * as reservation from '#shared/features/reservation/reservation.contract.ts';
import * as contract from '#shared/features/waitlist/waitlist.contract.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listWaitlistEntriesQuery = () => freshQuery(contract.listWaitlistEntries, {});

const invalidates = [contract.listWaitlistEntries, booking.listBookings, reservation.listSlots, cart.getCart];

export const useJoinWaitlist = () =>
  useContractMutation(contract.joinWaitlist, { invalidates, errorTitle: 'Couldn’t join the waitlist' });
export const useAcceptOffer = () =>
  useContractMutation(contract.acceptOffer, { invalidates, errorTitle: 'Couldn’t take this offer' });
export const useLeaveWaitlist = () =>
  useContractMutation(contract.leaveWaitlist, { invalidates, errorTitle: 'Couldn’t leave the waitlist' });
