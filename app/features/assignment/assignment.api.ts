// Assignments from the browser's side: handing in, the grading queue, comments and grades.
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/assignment/assignment.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  Assignment,
  GradedSubmission,
  Submission,
  SubmissionComment,
  SubmissionFile,
  SubmissionRow,
} from '#shared/features/assignment/assignment.schema.ts';

export const getAssignmentQuery = (lessonId: number) =>
  freshQuery(contract.getAssignment, { params: { id: lessonId } });

export const listAssessmentSessionsQuery = (lessonId: number) =>
  freshQuery(contract.listAssessmentSessions, { params: { id: lessonId } });

export const listSubmissionsToGradeQuery = (
  query: ContractInput<typeof contract.listSubmissionsToGrade>['query'] = {},
) => listQuery(contract.listSubmissionsToGrade, { query });

export const getSubmissionQuery = (id: number) => freshQuery(contract.getSubmission, { params: { id } });

export const useSubmitAssignment = () =>
  useContractMutation(contract.submitAssignment, { invalidates: [contract.getAssignment] });

export const useAddSubmissionComment = () =>
  useContractMutation(contract.addSubmissionComment, {
    invalidates: [contract.getSubmission],
    errorTitle: 'Your comment wasn’t added',
  });

export const useDeleteSubmissionComment = () =>
  useContractMutation(contract.deleteSubmissionComment, {
    invalidates: [contract.getSubmission],
    errorTitle: 'The comment is still there',
  });

export const useGradeSubmission = () =>
  useContractMutation(contract.gradeSubmission, {
    invalidates: [contract.listSubmissionsToGrade, contract.getSubmission],
    errorTitle: 'The grade wasn’t sent',
  });

export const useSetAssessmentSession = () =>
  useContractMutation(contract.setAssessmentSession, {
    invalidates: [contract.listSubmissionsToGrade, contract.getSubmission],
    errorTitle: 'The session wasn’t set',
  });

export const listCourseAssessorsQuery = (courseId: number) =>
  freshQuery(contract.listCourseAssessors, { params: { id: courseId } });

/** The form shows why somebody can't be added. */
export const useAddCourseAssessor = () =>
  useContractMutation(contract.addCourseAssessor, { invalidates: [contract.listCourseAssessors] });

export const useRemoveCourseAssessor = () =>
  useContractMutation(contract.removeCourseAssessor, {
    invalidates: [contract.listCourseAssessors],
    errorTitle: 'Couldn’t remove the assessor',
  });

export const submissionFileUrl = (id: number) => `/api/submission-files/${id}`;
