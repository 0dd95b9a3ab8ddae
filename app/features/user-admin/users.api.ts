// Accounts and applications as staff see and change them.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contract, ContractInput, ContractOutput } from '#shared/contract.ts';
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
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

/** Other staff work on the same lists: what was fetched before shows at once and is looked at again. */
const fresh = { staleTime: 0 } as const;
const freshPage = { ...fresh, placeholderData: keepPreviousData } as const;

export const peopleQuery = (query: ContractInput<typeof listUsers>['query']) => ({
  ...contractQuery(listUsers, { query }),
  ...freshPage,
});
export const personQuery = (id: number) => ({ ...contractQuery(getStaffUser, { params: { id } }), ...fresh });
export const rolesQuery = () => ({ ...contractQuery(listRoles, {}), ...fresh });
export const applicationsQuery = (query: ContractInput<typeof listApplications>['query']) => ({
  ...contractQuery(listApplications, { query }),
  ...freshPage,
});

export type Person = ContractOutput<typeof getStaffUser>;
export type StaffApplication = ContractOutput<typeof listApplications>['items'][number];

/** Whatever shows accounts, or what was done with them. */
const TOUCHED = [listUsers, getStaffUser, listRoles, listApplications, listAudit, getStaffDashboard];

/** Pending until the lists on the screen show the change. */
function usePeopleChange<C extends Contract>(contract: C) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ContractInput<C>) => browserApi.call(contract, input),
    // Also after a refusal: someone else may have been quicker.
    onSettled: () => Promise.all(TOUCHED.map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
}

/** After an undo, and once a decision has taken effect. */
export function useRefreshPeople() {
  const client = useQueryClient();
  return () => {
    for (const { path } of TOUCHED) void client.invalidateQueries({ queryKey: [path] });
  };
}

export const useSetRoles = () => usePeopleChange(setUserRoles);
export const useSuspendUser = () => usePeopleChange(suspendUser);
export const useRestoreUser = () => usePeopleChange(restoreUser);
export const useEndUserSessions = () => usePeopleChange(endUserSessions);
export const useSendResetLink = () => usePeopleChange(sendPasswordResetLink);
export const useRemoveTwoFactor = () => usePeopleChange(resetUserTwoFactor);
export const useChangeUsers = () => usePeopleChange(updateUsers);
export const useApproveApplication = () => usePeopleChange(approveApplication);
export const useDeclineApplication = () => usePeopleChange(declineApplication);
