// The place of sessions that are booked already, changed with the session type.
import * as contract from '#shared/features/booking/booking.contract.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const useUpdateBookedPlaces = () =>
  useContractMutation(contract.updateBookedPlaces, {
    invalidates: [contract.listTaughtBookings, contract.getBooking, contract.listAppointments],
  });
