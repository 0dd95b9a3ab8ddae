// Membership plans and the member library from the staff pages.
import type { ContractInput } from '#shared/contract.ts';
import * as publicContract from '#shared/features/plan/plan.contract.ts';
import * as contract from '#shared/features/plan/staff-plan.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type { LibraryItem, LibraryKey, StaffPlan } from '#shared/features/plan/staff-plan.schema.ts';

export const PLANS_HOME = '/admin/subscription-plans';

export const listStaffPlansQuery = () => freshQuery(contract.listStaffPlans, {});
export const getStaffPlanQuery = (id: number) => freshQuery(contract.getStaffPlan, { params: { id } });

const invalidates = [contract.listStaffPlans, contract.getStaffPlan, publicContract.listPlans];
const byId = { input: (id: number) => ({ params: { id } }), invalidates };

export const useCreatePlan = () => useContractMutation(contract.createPlan, { invalidates });
export const useUpdatePlan = () => useContractMutation(contract.updatePlan, { invalidates });
export const usePublishPlan = () => useContractMutation(contract.publishPlan, byId);
export const useRetirePlan = () => useContractMutation(contract.retirePlan, byId);
export const useDeletePlan = () => useContractMutation(contract.deletePlan, byId);
export const useReorderPlans = () =>
  useContractMutation(contract.reorderPlans, {
    input: (ids: number[]) => ({ body: { ids } }),
    invalidates,
    errorTitle: 'Couldn’t save the order',
  });

export const listLibraryItemsQuery = (query: ContractInput<typeof contract.listLibraryItems>['query']) =>
  listQuery(contract.listLibraryItems, { query });
export const listLibraryChoicesQuery = (q: string) =>
  listQuery(contract.listLibraryChoices, { query: { q } });

const library = {
  invalidates: [contract.listLibraryItems, contract.listLibraryChoices, publicContract.listPlans],
  errorTitle: 'Couldn’t change the library',
};

export const useAddLibraryItems = () => useContractMutation(contract.addLibraryItems, library);
export const useRemoveLibraryItems = () => useContractMutation(contract.removeLibraryItems, library);
