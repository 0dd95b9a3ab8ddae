// Accounts and applications as staff see and change them.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  approveApplication,
  changeUsers,
  declineApplication,
  endUserSessions,
  getPerson,
  listApplications,
  listRoles,
  listUsers,
  removeTwoFactor,
  restoreUser,
  sendResetLink,
  setRoles,
  suspendUser,
} from '#shared/features/user-admin/user-admin.contract.ts';
import { getStaffDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import { listAudit } from '#shared/features/site/staff.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';

export const peopleQuery = (query: ContractInput<typeof listUsers>['query']) =>
  listQuery(listUsers, { query });
export const personQuery = (id: number) => freshQuery(getPerson, { params: { id } });
export const rolesQuery = () => freshQuery(listRoles, {});
export const applicationsQuery = (query: ContractInput<typeof listApplications>['query']) =>
  listQuery(listApplications, { query });

export type Person = ContractOutput<typeof getPerson>;
export type StaffApplication = ContractOutput<typeof listApplications>['items'][number];

/** Whatever shows accounts, or what was done with them. */
const invalidates = [listUsers, getPerson, listRoles, listApplications, listAudit, getStaffDashboard];

export const useRefreshPeople = () => useInvalidate(invalidates);

export const useSetRoles = () => useContractMutation(setRoles, { invalidates });
export const useSuspendUser = () => useContractMutation(suspendUser, { invalidates });
export const useRestoreUser = () => useContractMutation(restoreUser, { invalidates });
export const useEndUserSessions = () => useContractMutation(endUserSessions, { invalidates });
export const useSendResetLink = () => useContractMutation(sendResetLink, { invalidates });
export const useRemoveTwoFactor = () => useContractMutation(removeTwoFactor, { invalidates });
export const useChangeUsers = () => useContractMutation(changeUsers, { invalidates });
export const useApproveApplication = () => useContractMutation(approveApplication, { invalidates });
export const useDeclineApplication = () => useContractMutation(declineApplication, { invalidates });
