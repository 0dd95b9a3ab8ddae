// Licences and seats in the browser.
import { contractQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import * as memberSeatContract from '#shared/features/membership/membership-seat.contract.ts';
import * as membershipContract from '#shared/features/membership/membership.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as resourceContract from '#shared/features/resource/resource.contract.ts';
import * as contract from '#shared/features/seat/seat.contract.ts';

export type Licences = ContractOutput<typeof contract.listLicences>;
export type Teachers = ContractOutput<typeof contract.listTeachers>;

export const SEATS_FILE = contract.exportSeats.path;

export const listLicencesQuery = (query: ContractInput<typeof contract.listLicences>['query']) =>
  contractQuery(contract.listLicences, { query });

export const listTeachersQuery = (query: ContractInput<typeof contract.listTeachers>['query']) =>
  contractQuery(contract.listTeachers, { query });

export const getLicenceQuery = (id: number) => contractQuery(contract.getLicence, { params: { id } });

export const listSeatsQuery = (id: number, query: ContractInput<typeof contract.listSeats>['query']) =>
  contractQuery(contract.listSeats, { params: { id }, query });

export const getInvitationQuery = (key: string) => contractQuery(contract.getInvitation, { params: { key } });

/** Refetched before the form reports success, so that every page shows the change. */
const invalidates = [
  contract.listLicences,
  contract.getLicence,
  contract.listSeats,
  contract.listTeachers,
  orderContract.listPurchases,
];

export const useInviteTeacher = (id: number) =>
  useContractMutation(contract.inviteTeacher, {
    invalidates,
    input: (email: string) => ({ params: { id }, body: { email } }),
  });

export const useResendInvitation = (id: number) =>
  useContractMutation(contract.resendInvitation, { invalidates, input: () => ({ params: { id } }) });

export const useRevokeSeat = (id: number) =>
  useContractMutation(contract.revokeSeat, {
    invalidates,
    input: (email: string) => ({ params: { id }, body: { email } }),
  });

export const useReassignSeat = (id: number) =>
  useContractMutation(contract.reassignSeat, {
    invalidates,
    input: (body: { from: string; email: string }) => ({ params: { id }, body }),
  });

export const useGiveUpSeat = (id: number) =>
  useContractMutation(contract.giveUpSeat, { invalidates, input: () => ({ params: { id } }) });

/** The user's purchases changed, wherever they are shown. */
export const useAcceptInvitation = (key: string) =>
  useContractMutation(contract.acceptInvitation, {
    invalidates: [
      contract.getInvitation,
      orderContract.listPurchases,
      memberSeatContract.listMembershipSeats,
      membershipContract.getBenefits,
      resourceContract.getResourceAccess,
      courseContract.getCourseAccess,
    ],
    input: () => ({ params: { key } }),
  });

export const useDeclineInvitation = (key: string) =>
  useContractMutation(contract.declineInvitation, { input: () => ({ params: { key } }) });
