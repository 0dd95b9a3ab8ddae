// Binds an instructor's dashboard, students, invitations and analytics.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/teaching/teaching.contract.ts';
import { addStudents, deleteInvitation, listInvitations } from './add-students.service.ts';
import { getCourseAnalytics } from './course-analytics.service.ts';
import { acceptCourseInvitation, getCourseInvitation } from './invitation.service.ts';
import { exportStudents, getStudent, listStudents } from './student.service.ts';
import { getInstructorDashboard, listTaughtCourses } from './teaching.service.ts';

export function registerTeachingRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getInstructorDashboard, ({ viewer }) =>
    getInstructorDashboard(ctx, viewer),
  );
  bindContract(app, ctx, contract.listTaughtCourses, ({ viewer }) => listTaughtCourses(ctx, viewer));
  bindContract(app, ctx, contract.listStudents, ({ viewer, query }) => listStudents(ctx, viewer, query));
  bindContract(app, ctx, contract.exportStudents, ({ viewer, query }) => exportStudents(ctx, viewer, query));
  bindContract(app, ctx, contract.getStudent, ({ viewer, params }) => getStudent(ctx, viewer, params));
  bindContract(app, ctx, contract.addStudents, ({ viewer, params, body }) =>
    addStudents(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.listInvitations, ({ viewer, query }) =>
    listInvitations(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.deleteInvitation, ({ viewer, params }) =>
    deleteInvitation(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getCourseInvitation, ({ viewer, params }) =>
    getCourseInvitation(ctx, viewer, params.token),
  );
  bindContract(app, ctx, contract.acceptCourseInvitation, ({ viewer, params }) =>
    acceptCourseInvitation(ctx, viewer, params.token),
  );
  bindContract(app, ctx, contract.getCourseAnalytics, ({ viewer, params }) =>
    getCourseAnalytics(ctx, viewer, params.id),
  );
}
