// Binds bundles: as everyone reads them, and as sellers and staff make them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as bundle from '#shared/features/bundle/bundle.contract.ts';
import {
  createBundle,
  getOwn,
  listOffered,
  listOwn,
  moveBundle,
  saveBundle,
  throwAway,
  type BundleScope,
} from './bundle-management.service.ts';
import { getBundleAccess, getBundle, listBundles } from './bundle.service.ts';

export function registerBundleRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, bundle.listBundles, ({ query }) => listBundles(ctx, query));
  bindContract(app, ctx, bundle.getBundle, ({ viewer, params }) => getBundle(ctx, viewer, params.id));
  bindContract(app, ctx, bundle.getBundleAccess, ({ viewer, params }) =>
    getBundleAccess(ctx, viewer, params.id),
  );
  bindSellers(app, ctx);
  bindStaff(app, ctx);
}

const seller = (viewer: Viewer): BundleScope => ({ viewer, as: 'seller' });
const staff = (viewer: Viewer): BundleScope => ({ viewer, as: 'staff' });

function bindSellers(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, bundle.listOwnBundles, ({ viewer, query }) => listOwn(ctx, seller(viewer), query));
  bindContract(app, ctx, bundle.listOwnBundleItems, ({ viewer, query }) =>
    listOffered(ctx, seller(viewer), query),
  );
  bindContract(app, ctx, bundle.createOwnBundle, ({ viewer, body }) =>
    createBundle(ctx, seller(viewer), body),
  );
  bindContract(app, ctx, bundle.getOwnBundle, ({ viewer, params }) => getOwn(ctx, seller(viewer), params.id));
  bindContract(app, ctx, bundle.updateOwnBundle, ({ viewer, params, body }) =>
    saveBundle(ctx, seller(viewer), { ...body, ...params }),
  );
  bindContract(app, ctx, bundle.publishOwnBundle, ({ viewer, params }) =>
    moveBundle(ctx, seller(viewer), { ...params, move: 'publish' }),
  );
  bindContract(app, ctx, bundle.archiveOwnBundle, ({ viewer, params }) =>
    moveBundle(ctx, seller(viewer), { ...params, move: 'archive' }),
  );
  bindContract(app, ctx, bundle.deleteOwnBundle, ({ viewer, params }) =>
    throwAway(ctx, seller(viewer), params.id),
  );
}

function bindStaff(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, bundle.listStaffBundles, ({ viewer, query }) => listOwn(ctx, staff(viewer), query));
  bindContract(app, ctx, bundle.listStaffBundleItems, ({ viewer, query }) =>
    listOffered(ctx, staff(viewer), query),
  );
  bindContract(app, ctx, bundle.createStaffBundle, ({ viewer, body }) =>
    createBundle(ctx, staff(viewer), body),
  );
  bindContract(app, ctx, bundle.getStaffBundle, ({ viewer, params }) =>
    getOwn(ctx, staff(viewer), params.id),
  );
  bindContract(app, ctx, bundle.updateStaffBundle, ({ viewer, params, body }) =>
    saveBundle(ctx, staff(viewer), { ...body, ...params }),
  );
  bindContract(app, ctx, bundle.publishStaffBundle, ({ viewer, params }) =>
    moveBundle(ctx, staff(viewer), { ...params, move: 'publish' }),
  );
  bindContract(app, ctx, bundle.archiveStaffBundle, ({ viewer, params }) =>
    moveBundle(ctx, staff(viewer), { ...params, move: 'archive' }),
  );
  bindContract(app, ctx, bundle.deleteStaffBundle, ({ viewer, params }) =>
    throwAway(ctx, staff(viewer), params.id),
  );
}
