// Binds the cart.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  addToCart,
  clearCart,
  getCart as getCartContract,
  mergeCart,
  putCartItem,
  refreshCart,
  removeCartItem,
  updateCartItem,
} from '#shared/features/cart/cart.contract.ts';
import {
  addItem,
  changeQuantity,
  emptyCart,
  getCart,
  mergeGuestCart,
  refreshItems,
  removeItem,
} from './cart.service.ts';

export function registerCartRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getCartContract, ({ viewer }) => getCart(ctx, viewer));
  bindContract(app, ctx, addToCart, ({ viewer, body }) => addItem(ctx, viewer, body));
  for (const change of [updateCartItem, putCartItem]) {
    bindContract(app, ctx, change, ({ viewer, params, body }) =>
      changeQuantity(ctx, viewer, { ...params, ...body }),
    );
  }
  bindContract(app, ctx, removeCartItem, ({ viewer, params }) => removeItem(ctx, viewer, params));
  bindContract(app, ctx, clearCart, ({ viewer }) => emptyCart(ctx, viewer));
  bindContract(app, ctx, refreshCart, ({ viewer, body }) => refreshItems(ctx, viewer, body));
  bindContract(app, ctx, mergeCart, ({ viewer, body }) => mergeGuestCart(ctx, viewer, body));
}
