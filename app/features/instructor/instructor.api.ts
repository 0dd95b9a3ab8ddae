// An instructor's own Connect profile and sessions, and instructors for staff.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/instructor/instructor.contract.ts';
import type { InstructorForm } from '#shared/features/instructor/instructor.schema.ts';
import { contractQuery, freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export const getOwnInstructorQuery = () => contractQuery(contract.getOwnInstructor, {});

const own = { invalidates: [contract.getOwnInstructor] };

export const useUpdateOwnInstructor = () =>
  useContractMutation(contract.updateOwnInstructor, { ...own, input: (body: InstructorForm) => ({ body }) });

export const usePublishOwnInstructor = () =>
  useContractMutation(contract.publishOwnInstructor, { ...own, errorTitle: 'Couldn’t publish your profile' });
export const useUnpublishOwnInstructor = () =>
  useContractMutation(contract.unpublishOwnInstructor, {
    ...own,
    errorTitle: 'Couldn’t unpublish your profile',
  });

export const useCreateSessionType = () => useContractMutation(contract.createSessionType, own);
export const useUpdateSessionType = () => useContractMutation(contract.updateSessionType, own);
export const useSetSessionTypeArchived = () =>
  useContractMutation(contract.setSessionTypeArchived, {
    ...own,
    errorTitle: 'Couldn’t change this session',
  });
export const useSetSessionTypeOrder = () =>
  useContractMutation(contract.setSessionTypeOrder, { ...own, errorTitle: 'Couldn’t change the order' });

export const listStaffInstructorsQuery = (
  query: ContractInput<typeof contract.listStaffInstructors>['query'],
) => listQuery(contract.listStaffInstructors, { query });
export const getStaffInstructorQuery = (id: number) =>
  freshQuery(contract.getStaffInstructor, { params: { id } });

const staff = { invalidates: [contract.listStaffInstructors, contract.getStaffInstructor] };
export const useSuspendInstructor = () => useContractMutation(contract.suspendInstructor, staff);
export const useRestoreInstructor = () => useContractMutation(contract.restoreInstructor, staff);
export const useSetInstructorFee = () => useContractMutation(contract.setInstructorFee, staff);
