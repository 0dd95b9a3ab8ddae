// Binds the operations of instructors and of staff who look after them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/instructor/instructor.contract.ts';
import * as staff from './instructor-staff.service.ts';
import * as service from './instructor.service.ts';

export function registerInstructorRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getOwnInstructor, ({ viewer }) => service.getOwnInstructor(ctx, viewer));
  bindContract(app, ctx, contract.updateOwnInstructor, ({ viewer, body }) =>
    service.updateOwnInstructor(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.publishOwnInstructor, ({ viewer }) =>
    service.publishOwnInstructor(ctx, viewer),
  );
  bindContract(app, ctx, contract.unpublishOwnInstructor, ({ viewer }) =>
    service.unpublishOwnInstructor(ctx, viewer),
  );
  bindContract(app, ctx, contract.createSessionType, ({ viewer, body }) =>
    service.createSessionType(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.updateSessionType, ({ viewer, params, body }) =>
    service.updateSessionType(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.setSessionTypeArchived, ({ viewer, params, body }) =>
    service.setSessionTypeArchived(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.setSessionTypeOrder, ({ viewer, body }) =>
    service.setSessionTypeOrder(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.listStaffInstructors, ({ query }) =>
    staff.listStaffInstructors(ctx, query),
  );
  bindContract(app, ctx, contract.getStaffInstructor, ({ viewer, params }) =>
    staff.getStaffInstructor(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.suspendInstructor, ({ viewer, params, body }) =>
    staff.suspendInstructor(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.restoreInstructor, ({ viewer, params }) =>
    staff.restoreInstructor(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.setInstructorFee, ({ viewer, params, body }) =>
    staff.setInstructorFee(ctx, viewer, { ...params, ...body }),
  );
}
