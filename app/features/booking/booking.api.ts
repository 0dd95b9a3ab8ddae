// Bookings as clients, instructors and staff see and change them.
import type { ContractInput } from '#shared/contract.ts';
import * as fileContract from '#shared/features/booking/booking-file.contract.ts';
import * as contract from '#shared/features/booking/booking.contract.ts';
import * as cart from '#shared/features/cart/cart.contract.ts';
import * as reservation from '#shared/features/reservation/reservation.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const listBookingsQuery = (query: ContractInput<typeof contract.listBookings>['query']) =>
  listQuery(contract.listBookings, { query });
export const listPackagesQuery = () => freshQuery(contract.listPackages, {});
export const listTaughtBookingsQuery = (query: ContractInput<typeof contract.listTaughtBookings>['query']) =>
  listQuery(contract.listTaughtBookings, { query });
export const listAppointmentsQuery = () =>
  freshQuery(contract.listAppointments, { query: { when: 'upcoming' } });
export const listStaffBookingsQuery = (query: ContractInput<typeof contract.listStaffBookings>['query']) =>
  listQuery(contract.listStaffBookings, { query });
export const getBookingQuery = (id: number) => freshQuery(contract.getBooking, { params: { id } });
export const quoteCancellationQuery = (id: number) =>
  freshQuery(contract.quoteCancellation, { params: { id } });

export const listBookingFilesQuery = (id: number) =>
  freshQuery(fileContract.listBookingFiles, { params: { id } });
export const getClientNoteQuery = (id: number) => freshQuery(fileContract.getClientNote, { params: { id } });

export const bookingFileUrl = (id: number) => `/api/booking-files/${id}`;
export const calendarFileUrl = (id: number) => `/api/bookings/${id}/calendar`;

const invalidates = [
  contract.listBookings,
  contract.listTaughtBookings,
  contract.listStaffBookings,
  contract.listAppointments,
  contract.listPackages,
  contract.getBooking,
  reservation.listSlots,
  cart.getCart,
];

export const useCreateBooking = () => useContractMutation(contract.createBooking, { invalidates });
export const useUpdateBooking = () => useContractMutation(contract.updateBooking, { invalidates });
export const useAddBookingFiles = () =>
  useContractMutation(fileContract.addBookingFiles, { invalidates: [fileContract.listBookingFiles] });
export const useDeleteBookingFile = () =>
  useContractMutation(fileContract.deleteBookingFile, { invalidates: [fileContract.listBookingFiles] });
export const useUpdateClientNote = () =>
  useContractMutation(fileContract.updateClientNote, { invalidates: [fileContract.getClientNote] });
export const useScheduleAppointment = () =>
  useContractMutation(contract.scheduleAppointment, { invalidates });
export const useUpdateAppointmentPlace = () =>
  useContractMutation(contract.updateAppointmentPlace, { invalidates });
export const useCancelAppointment = () => useContractMutation(contract.cancelAppointment, { invalidates });
