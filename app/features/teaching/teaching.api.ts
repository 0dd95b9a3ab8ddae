// An instructor's dashboard, students, invitations and analytics from the browser's side.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/teaching/teaching.contract.ts';
import { contractQuery, freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  AddReport,
  CourseAnalytics,
  CourseInvitation,
  InstructorDashboard,
  InvitationOffer,
  StudentDetail,
  StudentRow,
  TaughtCourse,
} from '#shared/features/teaching/teaching.schema.ts';

export const getInstructorDashboardQuery = () => freshQuery(contract.getInstructorDashboard, {});
export const listTaughtCoursesQuery = () => freshQuery(contract.listTaughtCourses, {});
export const listStudentsQuery = (query: ContractInput<typeof contract.listStudents>['query']) =>
  listQuery(contract.listStudents, { query });
export const getStudentQuery = (params: { id: number; userId: number }) =>
  freshQuery(contract.getStudent, { params });
export const listInvitationsQuery = (page = 1) => listQuery(contract.listInvitations, { query: { page } });
export const getCourseAnalyticsQuery = (id: number) =>
  freshQuery(contract.getCourseAnalytics, { params: { id } });
export const getCourseInvitationQuery = (token: string) =>
  contractQuery(contract.getCourseInvitation, { params: { token } });

const invalidates = [
  contract.listStudents,
  contract.listInvitations,
  contract.listTaughtCourses,
  contract.getInstructorDashboard,
];

export const useAddStudents = () => useContractMutation(contract.addStudents, { invalidates });
export const useDeleteInvitation = () =>
  useContractMutation(contract.deleteInvitation, {
    invalidates,
    errorTitle: 'The invitation wasn’t withdrawn',
  });
export const useAcceptCourseInvitation = () => useContractMutation(contract.acceptCourseInvitation);

/** Where the browser fetches the list as CSV. */
export const STUDENTS_CSV = contract.exportStudents.path;
