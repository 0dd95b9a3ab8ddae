// Binds the membership plans.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/plan/plan.contract.ts';
import * as staffContract from '#shared/features/plan/staff-plan.contract.ts';
import * as library from './library.service.ts';
import * as staff from './plan-staff.service.ts';
import { listPlans } from './plan.service.ts';

export function registerPlanRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listPlans, () => listPlans(ctx));
  bindContract(app, ctx, staffContract.listStaffPlans, () => staff.listStaffPlans(ctx));
  bindContract(app, ctx, staffContract.getStaffPlan, ({ params }) => staff.getStaffPlan(ctx, params.id));
  bindContract(app, ctx, staffContract.createPlan, ({ viewer, body }) => staff.createPlan(ctx, viewer, body));
  bindContract(app, ctx, staffContract.updatePlan, ({ viewer, params, body }) =>
    staff.updatePlan(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, staffContract.publishPlan, ({ viewer, params }) =>
    staff.publishPlan(ctx, viewer, params.id),
  );
  bindContract(app, ctx, staffContract.retirePlan, ({ viewer, params }) =>
    staff.retirePlan(ctx, viewer, params.id),
  );
  bindContract(app, ctx, staffContract.deletePlan, ({ viewer, params }) =>
    staff.deletePlan(ctx, viewer, params.id),
  );
  bindContract(app, ctx, staffContract.reorderPlans, ({ viewer, body }) =>
    staff.reorderPlans(ctx, viewer, body.ids),
  );
  bindContract(app, ctx, staffContract.listLibraryItems, ({ query }) => library.listLibraryItems(ctx, query));
  bindContract(app, ctx, staffContract.listLibraryChoices, ({ query }) =>
    library.listLibraryChoices(ctx, query.q),
  );
  bindContract(app, ctx, staffContract.addLibraryItems, ({ viewer, body }) =>
    library.addLibraryItems(ctx, viewer, body),
  );
  bindContract(app, ctx, staffContract.removeLibraryItems, ({ viewer, body }) =>
    library.removeLibraryItems(ctx, viewer, body),
  );
}
