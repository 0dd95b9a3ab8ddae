// Accounts and applications as staff see and change them.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import {
  approveApplication,
  declineApplication,
  listApplications,
} from '#shared/features/application/application.contract.ts';
import {
  updateUsers,
  endUserSessions,
  getStaffUser,
  listRoles,
  listUsers,
  resetUserTwoFactor,
  restoreUser,
  sendPasswordResetLink,
  setUserRoles,
  suspendUser,
} from '#shared/features/user-admin/user-admin.contract.ts';
import { getStaffDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import { listAudit } from '#shared/features/site/site.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';

export const peopleQuery = (query: ContractInput<typeof listUsers>['query']) =>
  listQuery(listUsers, { query });
export const personQuery = (id: number) => freshQuery(getStaffUser, { params: { id } });
export const rolesQuery = () => freshQuery(listRoles, {});
export const applicationsQuery = (query: ContractInput<typeof listApplications>['query']) =>
  listQuery(listApplications, { query });

export type Person = ContractOutput<typeof getStaffUser>;
export type StaffApplication = ContractOutput<typeof listApplications>['items'][number];

/** Whatever shows accounts, or what was done with them. */
const invalidates = [listUsers, getStaffUser, listRoles, listApplications, listAudit, getStaffDashboard];

export const useRefreshPeople = () => useInvalidate(invalidates);

export const useSetRoles = () => useContractMutation(setUserRoles, { invalidates });
export const useSuspendUser = () => useContractMutation(suspendUser, { invalidates });
export const useRestoreUser = () => useContractMutation(restoreUser, { invalidates });
export const useEndUserSessions = () => useContractMutation(endUserSessions, { invalidates });
export const useSendResetLink = () => useContractMutation(sendPasswordResetLink, { invalidates });
export const useRemoveTwoFactor = () => useContractMutation(resetUserTwoFactor, { invalidates });
export const useChangeUsers = () => useContractMutation(updateUsers, { invalidates });
export const useApproveApplication = () => useContractMutation(approveApplication, { invalidates });
export const useDeclineApplication = () => useContractMutation(declineApplication, { invalidates });
