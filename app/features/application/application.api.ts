// Applications to sell or teach: the applicant's own, and the staff list.
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/application/application.contract.ts';
import type { CreateApplicationBody } from '#shared/features/application/application.schema.ts';
import * as dashboardContract from '#shared/features/dashboard/dashboard.contract.ts';
import * as siteContract from '#shared/features/site/site.contract.ts';
import * as userAdminContract from '#shared/features/user-admin/user-admin.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation, useInvalidate } from '#app/lib/use-contract-mutation.ts';

export type OwnApplication = ContractOutput<typeof contract.listOwnApplications>[number];
export type ApplicationPage = ContractOutput<typeof contract.listApplications>;
export type StaffApplication = ApplicationPage['items'][number];

export const listOwnApplicationsQuery = () => freshQuery(contract.listOwnApplications, {});

export const listApplicationsQuery = (query: ContractInput<typeof contract.listApplications>['query']) =>
  listQuery(contract.listApplications, { query });

export const useCreateApplication = () =>
  useContractMutation(contract.createApplication, {
    invalidates: [contract.listOwnApplications],
    input: (body: CreateApplicationBody) => ({ body }),
  });

export const useWithdrawApplication = () =>
  useContractMutation(contract.withdrawApplication, {
    invalidates: [contract.listOwnApplications],
    input: (id: number) => ({ params: { id } }),
  });

/** An approval also changes the user's roles. */
const DECISION = [
  contract.listApplications,
  userAdminContract.listUsers,
  userAdminContract.getStaffUser,
  userAdminContract.listRoles,
  siteContract.listAudit,
  dashboardContract.getStaffDashboard,
];

export const useApproveApplication = () =>
  useContractMutation(contract.approveApplication, { invalidates: DECISION });

export const useDeclineApplication = () =>
  useContractMutation(contract.declineApplication, { invalidates: DECISION });

export const useRefreshDecisions = () => useInvalidate(DECISION);
