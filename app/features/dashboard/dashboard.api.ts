// What the dashboards show: the numbers of the site for staff, and for everyone what is left to do and asked for.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as accountContract from '#shared/features/account/account.contract.ts';
import * as applicationContract from '#shared/features/application/application.contract.ts';
import type { CreateApplicationBody } from '#shared/features/application/application.schema.ts';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as profileContract from '#shared/features/profile/profile.contract.ts';

/** A dashboard is looked at to see what is new. */
const fresh = { staleTime: 0 } as const;

export const getStaffDashboardQuery = (days: number) => ({
  ...contractQuery(contract.getStaffDashboard, { query: { days } }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const profileQuery = () => ({ ...contractQuery(profileContract.getProfile, {}), ...fresh });
export const twoFactorQuery = () => ({ ...contractQuery(accountContract.getTwoFactor, {}), ...fresh });
export const myApplicationsQuery = () => ({
  ...contractQuery(applicationContract.listOwnApplications, {}),
  ...fresh,
});

/** Confirmed on the phone, seen on the desk. */
export const waitingOrdersQuery = () => ({
  ...contractQuery(orderContract.listWaitingOrders, {}),
  ...fresh,
  refetchOnWindowFocus: true,
});

export type StaffStats = ContractOutput<typeof contract.getStaffDashboard>;
export type Profile = ContractOutput<typeof profileContract.getProfile>;
export type TwoFactor = ContractOutput<typeof accountContract.getTwoFactor>;
export type MyApplication = ContractOutput<typeof applicationContract.listOwnApplications>[number];

export function useResendVerification() {
  return useMutation({ mutationFn: () => browserApi.call(accountContract.resendVerification, {}) });
}

/** Pending until the list on the screen shows it. */
function useApplicationChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [applicationContract.listOwnApplications.path] }),
  });
}

export const useApply = () =>
  useApplicationChange((body: CreateApplicationBody) =>
    browserApi.call(applicationContract.createApplication, { body }),
  );
export const useWithdraw = () =>
  useApplicationChange((id: number) =>
    browserApi.call(applicationContract.withdrawApplication, { params: { id } }),
  );
