// Binds what everyone may read of courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/course/course.contract.ts';
import {
  getCourse,
  getCourseAccess,
  getCourseFacets,
  listCourses,
  listFeaturedCourses,
  listPrerequisites,
} from './course.service.ts';

export function registerCourseRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listCourses, ({ query }) => listCourses(ctx, query));
  bindContract(app, ctx, contract.getCourseFacets, ({ query }) => getCourseFacets(ctx, query));
  bindContract(app, ctx, contract.listFeaturedCourses, () => listFeaturedCourses(ctx));
  bindContract(app, ctx, contract.getCourse, ({ viewer, params }) => getCourse(ctx, viewer, params.id));
  bindContract(app, ctx, contract.getCourseAccess, ({ viewer, params }) =>
    getCourseAccess(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listPrerequisites, ({ viewer, params }) =>
    listPrerequisites(ctx, viewer, params.id),
  );
}
