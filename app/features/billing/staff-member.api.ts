// Members from the staff pages.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/billing/staff-member.contract.ts';
import * as planContract from '#shared/features/plan/staff-plan.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { Member, MemberRow, MembershipStats } from '#shared/features/billing/staff-member.schema.ts';

export const MEMBERS_HOME = '/admin/subscription-plans/members';

export const listMembersQuery = (query: ContractInput<typeof contract.listMembers>['query']) =>
  listQuery(contract.listMembers, { query });
export const getMemberQuery = (id: number) => freshQuery(contract.getMember, { params: { id } });
export const getMembershipStatsQuery = () => freshQuery(contract.getMembershipStats, {});
/** For filters and for giving a membership. */
export const listPlanNamesQuery = () => freshQuery(planContract.listStaffPlans, {});

const invalidates = [
  contract.getMember,
  contract.listMembers,
  contract.getMembershipStats,
  planContract.listStaffPlans,
  planContract.getStaffPlan,
];

export const useGrantMembership = () => useContractMutation(contract.grantMembership, { invalidates });
export const useExtendMembership = () => useContractMutation(contract.extendMembership, { invalidates });
export const useCancelMembership = () => useContractMutation(contract.cancelMembership, { invalidates });
export const useResumeMembership = () =>
  useContractMutation(contract.resumeMembership, {
    input: (id: number) => ({ params: { id } }),
    invalidates,
  });
