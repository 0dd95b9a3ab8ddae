// Binds what everyone may read of courses.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  getCourse,
  getCourseFacets,
  listCourses,
  listFeaturedCourses,
} from '#shared/features/course/course.contract.ts';
import {
  getCourseDetail,
  getFacetsOfCourses,
  listCoursePage,
  listFeaturedCourseCards,
} from './course.service.ts';

export function registerCourseRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listCourses, ({ query }) => listCoursePage(ctx, query));
  bindContract(app, ctx, getCourseFacets, ({ query }) => getFacetsOfCourses(ctx, query));
  bindContract(app, ctx, listFeaturedCourses, () => listFeaturedCourseCards(ctx));
  bindContract(app, ctx, getCourse, ({ viewer, params }) => getCourseDetail(ctx, viewer, params.id));
}
