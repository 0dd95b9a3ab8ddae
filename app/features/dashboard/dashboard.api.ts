// What the dashboards show: the numbers of the site for staff, and for everyone what is left to do and asked for.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractOutput } from '#shared/contract.ts';
import {
  applyForRole,
  getProfile,
  listMyApplications,
  withdrawApplication,
} from '#shared/features/profile/profile.contract.ts';
import type { ApplyBody } from '#shared/features/profile/profile.schema.ts';
import { getTwoFactor, resendVerification } from '#shared/features/account/security.contract.ts';
import { listWaitingOrders } from '#shared/features/order/order.contract.ts';
import { getStaffDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

/** A dashboard is looked at to see what is new. */
const fresh = { staleTime: 0 } as const;

export const staffDashboardQuery = (days: number) => ({
  ...contractQuery(getStaffDashboard, { query: { days } }),
  ...fresh,
  placeholderData: keepPreviousData,
});
export const profileQuery = () => ({ ...contractQuery(getProfile, {}), ...fresh });
export const twoFactorQuery = () => ({ ...contractQuery(getTwoFactor, {}), ...fresh });
export const myApplicationsQuery = () => ({ ...contractQuery(listMyApplications, {}), ...fresh });

/** Confirmed on the phone, seen on the desk. */
export const waitingOrdersQuery = () => ({
  ...contractQuery(listWaitingOrders, {}),
  ...fresh,
  refetchOnWindowFocus: true,
});

export type StaffNumbers = ContractOutput<typeof getStaffDashboard>;
export type Profile = ContractOutput<typeof getProfile>;
export type TwoFactor = ContractOutput<typeof getTwoFactor>;
export type MyApplication = ContractOutput<typeof listMyApplications>[number];

export function useResendVerification() {
  return useMutation({ mutationFn: () => browserApi.call(resendVerification, {}) });
}

/** Pending until the list on the screen shows it. */
function useApplicationChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: [listMyApplications.path] }),
  });
}

export const useApply = () =>
  useApplicationChange((body: ApplyBody) => browserApi.call(applyForRole, { body }));
export const useWithdraw = () =>
  useApplicationChange((id: number) => browserApi.call(withdrawApplication, { params: { id } }));
