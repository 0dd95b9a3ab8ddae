// What the dashboards show: the numbers of the site for staff, and for everyone what is left to do and asked for.
import { contractQuery, freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as accountContract from '#shared/features/account/account.contract.ts';
import * as applicationContract from '#shared/features/application/application.contract.ts';
import type { CreateApplicationBody } from '#shared/features/application/application.schema.ts';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import * as orderContract from '#shared/features/order/order.contract.ts';
import * as profileContract from '#shared/features/profile/profile.contract.ts';

/** A dashboard is looked at to see what is new. */
const fresh = { staleTime: 0 } as const;

export const getStaffDashboardQuery = (days: number) =>
  listQuery(contract.getStaffDashboard, { query: { days } });
export const profileQuery = () => freshQuery(profileContract.getProfile, {});
export const twoFactorQuery = () => freshQuery(accountContract.getTwoFactor, {});
export const myApplicationsQuery = () => freshQuery(applicationContract.listOwnApplications, {});

/** Confirmed on the phone, seen on the desk. */
export const waitingOrdersQuery = () => ({
  ...contractQuery(orderContract.listWaitingOrders, {}),
  ...fresh,
  refetchOnWindowFocus: true,
});

export type StaffStats = ContractOutput<typeof contract.getStaffDashboard>;
export type Profile = ContractOutput<typeof profileContract.getProfile>;
export type TwoFactor = ContractOutput<typeof accountContract.getTwoFactor>;
export type OwnApplication = ContractOutput<typeof applicationContract.listOwnApplications>[number];

export const useResendVerification = () =>
  useContractMutation(accountContract.resendVerification, { input: () => ({}) });

const invalidates = [applicationContract.listOwnApplications];

export const useApply = () =>
  useContractMutation(applicationContract.createApplication, {
    invalidates,
    input: (body: CreateApplicationBody) => ({ body }),
  });
export const useWithdraw = () =>
  useContractMutation(applicationContract.withdrawApplication, {
    invalidates,
    input: (id: number) => ({ params: { id } }),
  });
