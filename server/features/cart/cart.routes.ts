// Endpoints for the cart and its reminders.
import * as contract from '#shared/features/cart/cart.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  addToCart,
  updateCartItem,
  clearCart,
  getCart,
  mergeCart,
  refreshCart,
  removeCartItem,
} from './cart.service.ts';
import { setCartReminders, getCartReminders, stopCartReminders } from './cart-reminder.service.ts';

export function registerCartRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getCart, ({ viewer }) => getCart(ctx, viewer));
  bindContract(app, ctx, contract.addToCart, ({ viewer, body }) => addToCart(ctx, viewer, body));
  for (const change of [contract.updateCartItem, contract.putCartItem]) {
    bindContract(app, ctx, change, ({ viewer, params, body }) =>
      updateCartItem(ctx, viewer, { ...params, ...body }),
    );
  }
  bindContract(app, ctx, contract.removeCartItem, ({ viewer, params }) =>
    removeCartItem(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.clearCart, ({ viewer }) => clearCart(ctx, viewer));
  bindContract(app, ctx, contract.refreshCart, ({ viewer, body }) => refreshCart(ctx, viewer, body));
  bindContract(app, ctx, contract.mergeCart, ({ viewer, body }) => mergeCart(ctx, viewer, body));
}

export function registerCartReminderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getCartReminders, ({ viewer }) => getCartReminders(ctx, viewer));
  bindContract(app, ctx, contract.setCartReminders, ({ viewer, body }) =>
    setCartReminders(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.stopCartReminders, ({ body }) => stopCartReminders(ctx, body.key));
  registerOneClick(app, ctx);
}

type Asked = { Querystring: { key?: unknown } };
const keyIn = ({ key }: Asked['Querystring']): string => (typeof key === 'string' ? key : '');

/** A GET changes nothing, because mail scanners open every link; it leads to the page that asks. */
function registerOneClick(app: FastifyInstance, ctx: AppContext): void {
  const url = '/api/cart-reminders/one-click';
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
    const schema = { hide: true };
    scope.get<Asked>(url, { config: { access: 'public' }, schema }, async ({ query }, reply) =>
      reply.redirect(`/cart-reminders/off?token=${encodeURIComponent(keyIn(query))}`),
    );
    scope.post<Asked>(url, { config: { access: 'public', isWebhook: true }, schema }, async ({ query }) => {
      await stopCartReminders(ctx, keyIn(query));
      return { isWanted: false };
    });
    done();
  });
}
