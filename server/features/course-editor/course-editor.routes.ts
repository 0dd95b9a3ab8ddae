// Binds the course editor and the staff list of courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/course-editor/course-editor.contract.ts';
import * as staffContract from '#shared/features/course-editor/staff-courses.contract.ts';
import * as drafts from './course-draft.service.ts';
import * as files from './course-files.service.ts';
import * as items from './draft-items.service.ts';
import { duplicateCourse } from './duplicate-course.service.ts';
import * as publishing from './publish-course.service.ts';
import * as schedule from './publish-schedule.service.ts';
import * as staff from './staff-courses.service.ts';

export function registerCourseEditorRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.createCourse, ({ viewer, body }) => drafts.createCourse(ctx, viewer, body));
  bindContract(app, ctx, contract.listOwnCourses, ({ viewer }) => drafts.listOwnCourses(ctx, viewer));
  bindContract(app, ctx, contract.getCourseDraft, ({ viewer, params }) =>
    drafts.getCourseDraft(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getQuestionBank, ({ viewer, params }) =>
    drafts.getQuestionBank(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateCourseSettings, ({ viewer, params, body }) =>
    drafts.updateCourseSettings(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.discardCourseDraft, ({ viewer, params, body }) =>
    drafts.discardCourseDraft(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.publishCourse, ({ viewer, params, body }) =>
    publishing.publishCourse(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.schedulePublishing, ({ viewer, params, body }) =>
    schedule.schedulePublishing(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.unschedulePublishing, ({ viewer, params }) =>
    schedule.unschedulePublishing(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.archiveCourse, ({ viewer, params }) =>
    publishing.archiveCourse(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.restoreCourse, ({ viewer, params }) =>
    publishing.restoreCourse(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.duplicateCourse, ({ viewer, params }) =>
    duplicateCourse(ctx, viewer, params.id),
  );
  registerItems(app, ctx);
  registerFiles(app, ctx);
  registerStaff(app, ctx);
}

function registerItems(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.createDraftItems, ({ viewer, params, body }) =>
    items.createDraftItems(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.getDraftItem, ({ viewer, params }) =>
    items.getDraftItem(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.updateDraftItem, ({ viewer, params, body }) =>
    items.updateDraftItem(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.moveDraftItem, ({ viewer, params, body }) =>
    items.moveDraftItem(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.deleteDraftItem, ({ viewer, params }) =>
    items.deleteDraftItem(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.restoreDraftItem, ({ viewer, params, body }) =>
    items.restoreDraftItem(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.duplicateDraftItem, ({ viewer, params }) =>
    items.duplicateDraftItem(ctx, viewer, params),
  );
}

function registerFiles(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.attachCourseFile, ({ viewer, params, body }) =>
    files.attachCourseFile(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.deleteCourseCaptions, ({ viewer, params }) =>
    files.deleteCourseCaptions(ctx, viewer, params),
  );
}

function registerStaff(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, staffContract.listStaffCourses, ({ query }) => staff.listStaffCourses(ctx, query));
  bindContract(app, ctx, staffContract.featureCourse, ({ viewer, params, body }) =>
    staff.featureCourse(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, staffContract.setInstructorShare, ({ viewer, params, body }) =>
    staff.setInstructorShare(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, staffContract.transferCourse, ({ viewer, params, body }) =>
    staff.transferCourse(ctx, viewer, { ...body, ...params }),
  );
}
