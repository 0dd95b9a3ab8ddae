// An instructor's hours, days off and calendars.
import * as contract from '#shared/features/availability/availability.contract.ts';
import * as instructor from '#shared/features/instructor/instructor.contract.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getAvailabilityQuery = () => freshQuery(contract.getAvailability, {});

const invalidates = [contract.getAvailability];

/** The profile's list of missing steps names the hours. */
export const useUpdateAvailability = () =>
  useContractMutation(contract.updateAvailability, {
    invalidates: [...invalidates, instructor.getOwnInstructor],
  });
export const useAddCalendar = () => useContractMutation(contract.addCalendar, { invalidates });
export const useReadCalendar = () =>
  useContractMutation(contract.readCalendar, { invalidates, errorTitle: 'Couldn’t read this calendar' });
export const useRemoveCalendar = () => useContractMutation(contract.removeCalendar, { invalidates });
export const useCreateCalendarFeed = () =>
  useContractMutation(contract.createCalendarFeed, {
    invalidates,
    errorTitle: 'Couldn’t create the address',
  });
export const useRevokeCalendarFeed = () => useContractMutation(contract.revokeCalendarFeed, { invalidates });
