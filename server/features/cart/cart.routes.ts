// Binds the cart.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/cart/cart.contract.ts';
import {
  addToCart,
  changeQuantity,
  clearCart,
  getCart,
  mergeCart,
  refreshCart,
  removeCartItem,
} from './cart.service.ts';

export function registerCartRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getCart, ({ viewer }) => getCart(ctx, viewer));
  bindContract(app, ctx, contract.addToCart, ({ viewer, body }) => addToCart(ctx, viewer, body));
  for (const change of [contract.updateCartItem, contract.putCartItem]) {
    bindContract(app, ctx, change, ({ viewer, params, body }) =>
      changeQuantity(ctx, viewer, { ...params, ...body }),
    );
  }
  bindContract(app, ctx, contract.removeCartItem, ({ viewer, params }) =>
    removeCartItem(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.clearCart, ({ viewer }) => clearCart(ctx, viewer));
  bindContract(app, ctx, contract.refreshCart, ({ viewer, body }) => refreshCart(ctx, viewer, body));
  bindContract(app, ctx, contract.mergeCart, ({ viewer, body }) => mergeCart(ctx, viewer, body));
}
