// What the course editor reads and does.
import { ApiError, browserApi } from '#app/lib/api-client.ts';
import type { AutosaveApi } from '#app/lib/autosave.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import type { ContractInput } from '#shared/contract.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft, DraftItem } from '#shared/features/course-editor/course-editor.contract.ts';
import * as staffContract from '#shared/features/course-editor/staff-courses.contract.ts';
import type {
  DraftItemType,
  OutlineItem,
  OutlinePlace,
} from '#shared/features/course-editor/course-editor.rules.ts';
import type { CourseSettingsChanges } from '#shared/features/course-editor/course-editor.schema.ts';

export type { CourseDraft, DraftItem };
export type OutlineModule = CourseDraft['outline'][number];
export type OutlineEntry = OutlineModule['items'][number];
export type ItemName = { type: DraftItemType; id: number };
export type Changes = Record<string, unknown>;

export const listOwnCoursesQuery = () => freshQuery(contract.listOwnCourses, {});
export const getCourseDraftQuery = (id: number) => freshQuery(contract.getCourseDraft, { params: { id } });
/** Refetched each time it is opened: another tab may have saved it. */
export const getDraftItemQuery = (courseId: number, { type, id }: ItemName) => ({
  ...freshQuery(contract.getDraftItem, { params: { id: courseId, type, itemId: id } }),
  gcTime: 0,
});

/** What quizzes of the course can draw from. */
export const getQuestionBankQuery = (courseId: number) =>
  freshQuery(contract.getQuestionBank, { params: { id: courseId } });

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

export const updateDraftItem = (
  courseId: number,
  { type, id }: ItemName,
  revision: number,
  changes: Changes,
) =>
  browserApi.call(contract.updateDraftItem, {
    params: { id: courseId, type, itemId: id },
    body: { revision, changes },
  });

export function itemAutosaveApi(courseId: number, item: ItemName): AutosaveApi<DraftItem, Changes> {
  return {
    create: () => Promise.reject(new Error('Items are created in the outline.')),
    update: (_, { revision, ...changes }) => updateDraftItem(courseId, item, revision, changes),
    get: () =>
      browserApi.call(contract.getDraftItem, { params: { id: courseId, type: item.type, itemId: item.id } }),
    isConflict,
  };
}

type Settings = CourseDraft['settings'];

export const updateCourseSettings = async (
  id: number,
  body: CourseSettingsChanges & { revision: number },
): Promise<Settings> => {
  const { settings } = await browserApi.call(contract.updateCourseSettings, { params: { id }, body });
  return settings;
};

export const settingsAutosaveApi: AutosaveApi<Settings, Changes> = {
  create: () => Promise.reject(new Error('Courses are created from a title.')),
  update: (id, changes) => updateCourseSettings(id, changes),
  get: async (id) => (await browserApi.call(contract.getCourseDraft, { params: { id } })).settings,
  isConflict,
};

const touched = { invalidates: [contract.getCourseDraft, contract.listOwnCourses] };
const itemParams = (courseId: number, { type, id }: ItemName) => ({ id: courseId, type, itemId: id });

export const useCreateCourse = () =>
  useContractMutation(contract.createCourse, {
    invalidates: [contract.listOwnCourses],
    input: (title: string) => ({ body: { title } }),
  });

export type NewItems = ContractInput<typeof contract.createDraftItems>['body'];

export const useCreateDraftItems = (id: number) =>
  useContractMutation(contract.createDraftItems, {
    ...touched,
    errorTitle: 'Not added',
    input: (body: NewItems) => ({ params: { id }, body }),
  });

export const useMoveDraftItem = (id: number) =>
  useContractMutation(contract.moveDraftItem, {
    ...touched,
    errorTitle: 'Not moved',
    input: ({ place, ...item }: ItemName & { place: OutlinePlace }) => ({
      params: itemParams(id, item),
      body: place,
    }),
  });

export const useDeleteDraftItem = (id: number) =>
  useContractMutation(contract.deleteDraftItem, {
    ...touched,
    errorTitle: 'Not deleted',
    input: (item: ItemName) => ({ params: itemParams(id, item) }),
  });

type Restored = ItemName & { place: OutlinePlace; items: OutlineItem[] };

export const useRestoreDraftItem = (id: number) =>
  useContractMutation(contract.restoreDraftItem, {
    ...touched,
    errorTitle: 'Not restored',
    input: ({ place, items, ...item }: Restored) => ({
      params: itemParams(id, item),
      body: { ...place, items },
    }),
  });

export const useDuplicateDraftItem = (id: number) =>
  useContractMutation(contract.duplicateDraftItem, {
    ...touched,
    errorTitle: 'Not duplicated',
    input: (item: ItemName) => ({ params: itemParams(id, item) }),
  });

export const useDiscardCourseDraft = (id: number) =>
  useContractMutation(contract.discardCourseDraft, {
    ...touched,
    input: (revision: number) => ({ params: { id }, body: { revision } }),
  });

export const usePublishCourse = (id: number) =>
  useContractMutation(contract.publishCourse, {
    ...touched,
    input: (body: { revision: number; summary: string }) => ({ params: { id }, body }),
  });

export const useSchedulePublishing = (id: number) =>
  useContractMutation(contract.schedulePublishing, {
    ...touched,
    input: (body: { revision: number; publishAt: string }) => ({ params: { id }, body }),
  });

export const useUnschedulePublishing = (id: number) =>
  useContractMutation(contract.unschedulePublishing, {
    ...touched,
    errorTitle: 'Still planned',
    input: () => ({ params: { id } }),
  });

export const useArchiveCourse = () =>
  useContractMutation(contract.archiveCourse, {
    invalidates: [contract.getCourseDraft, contract.listOwnCourses, staffContract.listStaffCourses],
    input: (id: number) => ({ params: { id } }),
  });

export const useRestoreCourse = () =>
  useContractMutation(contract.restoreCourse, {
    invalidates: [contract.getCourseDraft, contract.listOwnCourses, staffContract.listStaffCourses],
    errorTitle: 'Course not restored',
    input: (id: number) => ({ params: { id } }),
  });

export const useDuplicateCourse = () =>
  useContractMutation(contract.duplicateCourse, {
    invalidates: [contract.listOwnCourses],
    errorTitle: 'Course not duplicated',
    input: (id: number) => ({ params: { id } }),
  });

export const useAttachCourseFile = (id: number) =>
  useContractMutation(contract.attachCourseFile, {
    errorTitle: 'File not added',
    input: (body: ContractInput<typeof contract.attachCourseFile>['body']) => ({ params: { id }, body }),
  });

export const useDeleteCourseCaptions = (id: number) =>
  useContractMutation(contract.deleteCourseCaptions, {
    errorTitle: 'Captions not removed',
    input: (fileId: number) => ({ params: { id, fileId } }),
  });

export const listStaffCoursesQuery = (query: ContractInput<typeof staffContract.listStaffCourses>['query']) =>
  listQuery(staffContract.listStaffCourses, { query });

export const useFeatureCourse = () =>
  useContractMutation(staffContract.featureCourse, {
    invalidates: [staffContract.listStaffCourses],
    errorTitle: 'Course not changed',
    input: ({ id, isFeatured }: { id: number; isFeatured: boolean }) => ({
      params: { id },
      body: { isFeatured },
    }),
  });

export const useTransferCourse = () =>
  useContractMutation(staffContract.transferCourse, {
    invalidates: [staffContract.listStaffCourses],
    input: ({ id, username }: { id: number; username: string }) => ({ params: { id }, body: { username } }),
  });

export const useSetInstructorShare = () =>
  useContractMutation(staffContract.setInstructorShare, {
    invalidates: [staffContract.listStaffCourses],
    input: ({ id, instructorShare }: { id: number; instructorShare: number | null }) => ({
      params: { id },
      body: { instructorShare },
    }),
  });
