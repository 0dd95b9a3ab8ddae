// Users and roles, as staff see and change them.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as applicationContract from '#shared/features/application/application.contract.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import * as siteContract from '#shared/features/site/site.contract.ts';
import * as contract from '#shared/features/user-admin/user-admin.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type StaffUser = ContractOutput<typeof contract.getStaffUser>;
export type RoleMatrix = ContractOutput<typeof contract.listRoles>;

export const listUsersQuery = (query: ContractInput<typeof contract.listUsers>['query']) =>
  listQuery(contract.listUsers, { query });
export const getStaffUserQuery = (id: number) => freshQuery(contract.getStaffUser, { params: { id } });
export const listRolesQuery = () => freshQuery(contract.listRoles, {});

/** Everything that shows users or the actions taken on them. */
const invalidates = [
  contract.listUsers,
  contract.getStaffUser,
  contract.listRoles,
  applicationContract.listApplications,
  siteContract.listAudit,
  dashboardContract.getStaffDashboard,
];

export const useSetUserRoles = () => useContractMutation(contract.setUserRoles, { invalidates });
export const useSuspendUser = () => useContractMutation(contract.suspendUser, { invalidates });
export const useRestoreUser = () => useContractMutation(contract.restoreUser, { invalidates });
export const useSetUserMinor = () => useContractMutation(contract.setUserMinor, { invalidates });
export const useEndUserSessions = () => useContractMutation(contract.endUserSessions, { invalidates });
export const useSendPasswordResetLink = () =>
  useContractMutation(contract.sendPasswordResetLink, { invalidates });
export const useResetUserTwoFactor = () => useContractMutation(contract.resetUserTwoFactor, { invalidates });
export const useUpdateUsers = () => useContractMutation(contract.updateUsers, { invalidates });
