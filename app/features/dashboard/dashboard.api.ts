// The figures of the staff and officer dashboards.
import { freshQuery, listQuery } from '#app/lib/query.ts';
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';

export type StaffDashboard = ContractOutput<typeof contract.getStaffDashboard>;
export type OfficerDashboard = ContractOutput<typeof contract.getOfficerDashboard>;
export type SiteSetup = ContractOutput<typeof contract.getSiteSetup>;

export const getSiteSetupQuery = () => freshQuery(contract.getSiteSetup, {});
export const getStaffDashboardQuery = (days: number) =>
  listQuery(contract.getStaffDashboard, { query: { days } });
export const getOfficerDashboardQuery = () => freshQuery(contract.getOfficerDashboard, {});
