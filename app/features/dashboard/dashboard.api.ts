// What the dashboards show: the numbers of the site for staff, and for everyone what is left to do and asked for.
import { contractQuery, freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as securityContract from '#shared/features/account/security.contract.ts';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as profileContract from '#shared/features/profile/profile.contract.ts';
import type { ApplyBody } from '#shared/features/profile/profile.schema.ts';

/** A dashboard is looked at to see what is new. */
const fresh = { staleTime: 0 } as const;

export const getStaffDashboardQuery = (days: number) =>
  listQuery(contract.getStaffDashboard, { query: { days } });
export const profileQuery = () => freshQuery(profileContract.getProfile, {});
export const twoFactorQuery = () => freshQuery(securityContract.getTwoFactor, {});
export const myApplicationsQuery = () => freshQuery(profileContract.listMyApplications, {});

/** Confirmed on the phone, seen on the desk. */
export const waitingOrdersQuery = () => ({
  ...contractQuery(orderContract.listWaitingOrders, {}),
  ...fresh,
  refetchOnWindowFocus: true,
});

export type StaffStats = ContractOutput<typeof contract.getStaffDashboard>;
export type Profile = ContractOutput<typeof profileContract.getProfile>;
export type TwoFactor = ContractOutput<typeof securityContract.getTwoFactor>;
export type MyApplication = ContractOutput<typeof profileContract.listMyApplications>[number];

export const useResendVerification = () =>
  useContractMutation(securityContract.resendVerification, { input: () => ({}) });

const invalidates = [profileContract.listMyApplications];

export const useApply = () =>
  useContractMutation(profileContract.applyForRole, { invalidates, input: (body: ApplyBody) => ({ body }) });
export const useWithdraw = () =>
  useContractMutation(profileContract.withdrawApplication, {
    invalidates,
    input: (id: number) => ({ params: { id } }),
  });
