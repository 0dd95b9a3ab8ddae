// The classroom from the browser: the course, its lessons, enrollments and notes.
import { invalidateItemAccess } from '#app/lib/item-access.api.ts';
import { catalogueQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as contract from '#shared/features/learning/learning.contract.ts';
import type { NoteFormat } from '#shared/features/learning/learning.rules.ts';

export type {
  CertificateProgress,
  Classroom,
  ClassroomItem,
  Enrollment,
  Lesson,
  LessonNote,
} from '#shared/features/learning/learning.contract.ts';

/** Fetched at each visit: access ends and lessons open while a tab is elsewhere. */
export const getClassroomQuery = (id: number) => freshQuery(contract.getClassroom, { params: { id } });
export const getLessonQuery = (id: number) => freshQuery(contract.getLesson, { params: { id } });
export const getFreeLessonQuery = (params: { id: number; lessonId: number }) =>
  catalogueQuery(contract.getFreeLesson, { params });
export const getCertificateRequirementsQuery = (courseId: number) =>
  freshQuery(contract.getCertificateRequirements, { params: { id: courseId } });
export const getCertificateProgressQuery = (courseId: number) =>
  freshQuery(contract.getCertificateProgress, { params: { id: courseId } });
export const listOwnGradesQuery = () => freshQuery(contract.listOwnGrades, {});
export const listEnrollmentsQuery = () => freshQuery(contract.listEnrollments, {});
export const listNotesQuery = (courseId: number) =>
  freshQuery(contract.listNotes, { params: { id: courseId } });

export const useCreateEnrollment = () =>
  useContractMutation(contract.createEnrollment, {
    input: (courseId: number) => ({ body: { courseId } }),
    onSuccess: (_answer, _id, _shown, { client }) => invalidateItemAccess(client),
  });

/** What a completed item changes. */
export const CLASSROOM = [
  contract.getClassroom,
  contract.getLesson,
  contract.listEnrollments,
  contract.getCertificateProgress,
];

/** The dialog that asks shows why it failed. */
export const useRepeatCourse = () => useContractMutation(contract.repeatCourse, { invalidates: CLASSROOM });

const NOTES = [contract.listNotes];

export const useCreateNote = () =>
  useContractMutation(contract.createNote, {
    invalidates: NOTES,
    input: ({ lessonId, ...body }: { lessonId: number; atSecond: number | null; text: string }) => ({
      params: { id: lessonId },
      body,
    }),
    errorTitle: 'Couldn’t save your note',
  });

export const useUpdateNote = () =>
  useContractMutation(contract.updateNote, {
    invalidates: NOTES,
    input: ({ id, text }: { id: number; text: string }) => ({ params: { id }, body: { text } }),
    errorTitle: 'Couldn’t save your note',
  });

export const useDeleteNote = () =>
  useContractMutation(contract.deleteNote, {
    invalidates: NOTES,
    input: (id: number) => ({ params: { id } }),
    errorTitle: 'Couldn’t delete your note',
  });

/** A plain link, so that the browser saves the file. */
export const notesFileUrl = (courseId: number, format: NoteFormat) =>
  `/api/courses/${courseId}/notes/export?format=${format}`;
