// Bundle endpoints: public reads, sellers' own bundles, and the platform's bundles for staff.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/bundle/bundle.contract.ts';
import * as management from './bundle-management.service.ts';
import * as service from './bundle.service.ts';

export function registerBundleRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listBundles, ({ query }) => service.listBundles(ctx, query));
  bindContract(app, ctx, contract.getBundle, ({ viewer, params }) =>
    service.getBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getBundleAccess, ({ viewer, params }) =>
    service.getBundleAccess(ctx, viewer, params.id),
  );
  bindOwnBundles(app, ctx);
  bindStaffBundles(app, ctx);
}

function bindOwnBundles(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listOwnBundles, ({ viewer, query }) =>
    management.listOwnBundles(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listOwnBundleItems, ({ viewer, query }) =>
    management.listOwnBundleItems(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.createOwnBundle, ({ viewer, body }) =>
    management.createOwnBundle(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getOwnBundle, ({ viewer, params }) =>
    management.getOwnBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateOwnBundle, ({ viewer, params, body }) =>
    management.updateOwnBundle(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.publishOwnBundle, ({ viewer, params }) =>
    management.publishOwnBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.archiveOwnBundle, ({ viewer, params }) =>
    management.archiveOwnBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.deleteOwnBundle, ({ viewer, params }) =>
    management.deleteOwnBundle(ctx, viewer, params.id),
  );
}

function bindStaffBundles(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listStaffBundles, ({ viewer, query }) =>
    management.listStaffBundles(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listStaffBundleItems, ({ viewer, query }) =>
    management.listStaffBundleItems(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.createStaffBundle, ({ viewer, body }) =>
    management.createStaffBundle(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getStaffBundle, ({ viewer, params }) =>
    management.getStaffBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateStaffBundle, ({ viewer, params, body }) =>
    management.updateStaffBundle(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.publishStaffBundle, ({ viewer, params }) =>
    management.publishStaffBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.archiveStaffBundle, ({ viewer, params }) =>
    management.archiveStaffBundle(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.deleteStaffBundle, ({ viewer, params }) =>
    management.deleteStaffBundle(ctx, viewer, params.id),
  );
}
