// Paid orders and purchases, for buyers and sellers.
import { PART_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { listedOrderSchema, orderMoneySchema, orderSchema } from './order.schema.ts';

export type { ListedOrder, Order, OrderLine } from './order.schema.ts';

export const listOrders = defineContract({
  method: 'GET',
  path: '/api/orders',
  summary: 'List the viewer’s paid orders, newest first',
  access: 'signed-in',
  query: z.object({ ...pageQuery }),
  response: pageOf(listedOrderSchema),
});

/** Guests pass the key from their email. */
const keyQuery = z.object({ key: z.string().max(200).optional() });

export const getOrder = defineContract({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'Get one of the viewer’s orders; guests pass the key from their email',
  access: 'public',
  params: idParams,
  query: keyQuery,
  response: orderSchema,
  errors: ['not_found'],
});

export const getReceipt = defineContract({
  method: 'GET',
  path: '/api/orders/:id/receipt',
  summary: 'Download the receipt of a paid order as a PDF',
  access: 'public',
  params: idParams,
  query: keyQuery,
  download: 'application/pdf',
  errors: ['not_found'],
  rateLimit: { points: 60, seconds: 60 },
});

export const sendOrderLinks = defineContract({
  method: 'POST',
  path: '/api/orders/links',
  summary: 'Email a guest the links to their orders; the response never reveals if there are any',
  access: 'public',
  body: z.object({ email: z.email().max(254) }),
  rateLimit: { points: 5, seconds: 600 },
});

export const sendStartLink = defineContract({
  method: 'POST',
  path: '/api/orders/start-link',
  summary:
    'Email a guest another link to start their course, by the order’s key or by a link that no longer works',
  access: 'public',
  body: z.union([
    z.object({ orderId: idSchema, key: z.string().min(1).max(200) }),
    z.object({ token: z.string().min(1).max(200) }),
  ]),
  errors: ['not_found', 'conflict', 'gone'],
  rateLimit: { points: 10, seconds: 600 },
});

export const listSoldLines = defineContract({
  method: 'GET',
  path: '/api/resource-orders',
  summary: 'List what the viewer sold, by order line, newest first',
  access: 'signed-in',
  query: z.object({ ...pageQuery }),
  response: pageOf(
    z.object({
      id: z.int(),
      orderNumber: z.string(),
      itemType: z.string(),
      itemId: z.int(),
      title: z.string(),
      /** Sold as part of this bundle. */
      bundleTitle: z.string().nullable(),
      quantity: z.int(),
      /** What the buyer paid for it, after discounts and before tax. */
      amount: wireMoney,
      /** The coupon discount. */
      discount: wireMoney,
      fee: wireMoney,
      /** What the ledger credited to the seller: amount minus fee. */
      share: wireMoney,
      /** The part of the share lost to refunds and disputes. */
      returned: wireMoney,
      /** The share minus what was returned. */
      net: wireMoney,
      isLive: z.boolean(),
      ...orderMoneySchema.shape,
      /** A refund is decided, but the gateway hasn't paid it back yet. */
      isRefunding: z.boolean(),
      paidAt: z.string(),
    }),
  ),
});

/** Everything the viewer owns and how they got it, newest first. */
export const listPurchases = defineContract({
  method: 'GET',
  path: '/api/purchases',
  summary: 'List everything the viewer owns, newest first',
  access: 'signed-in',
  query: z.object({ q: z.string().trim().max(100).optional(), ...pageQuery }),
  response: pageOf(
    z.object({
      itemType: z.enum(['resource', 'course']),
      itemId: z.int(),
      title: z.string(),
      kind: z.string(),
      sellerName: z.string(),
      imageUrl: z.string(),
      href: z.string(),
      /** How the viewer got it. */
      cause: z.string(),
      order: z.object({ id: z.int(), number: z.string() }).nullable(),
      ownedSince: z.string(),
      /** Files to download; 0 for courses. */
      fileCount: z.int(),
      /** Set if the viewer bought seats to assign. */
      licence: z.object({ id: z.int(), quantity: z.int(), held: z.int(), invited: z.int() }).nullable(),
      /** Set if the viewer holds a seat of someone else's licence. */
      seat: z.object({ id: z.int(), from: z.string() }).nullable(),
    }),
  ),
});

/**
 * waiting: the payment isn't confirmed yet. paused: the payment is disputed. ended: refunded, or lost in a dispute.
 */
export const ORDER_ITEM_ACCESS = ['open', 'waiting', 'paused', 'ended'] as const;

const orderFileSchema = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  /** Valid for five minutes. */
  url: z.string(),
});

export type OrderFile = z.infer<typeof orderFileSchema>;

const orderItemSchema = z.object({
  lineId: z.int(),
  itemType: z.enum(PART_ITEMS),
  itemId: z.int(),
  title: z.string(),
  sellerName: z.string(),
  imageUrl: z.string().nullable(),
  href: z.string(),
  /** Bought as part of this bundle. */
  bundleTitle: z.string().nullable(),
  /** The line's number of seats. */
  quantity: z.int(),
  access: z.enum(ORDER_ITEM_ACCESS),
  files: z.array(orderFileSchema),
});

export type OrderItem = z.infer<typeof orderItemSchema>;

export const getOrderFiles = defineContract({
  method: 'GET',
  path: '/api/orders/:id/files',
  summary: 'Get the items of an order with download links; guests pass the key from their email',
  access: 'public',
  params: idParams,
  query: z.object({ key: z.string().max(200).optional() }),
  response: z.object({
    expiresAt: z.string(),
    /** open: the bank is investigating; lost: it returned the money to the buyer. */
    dispute: z.enum(['open', 'lost']).nullable(),
    items: z.array(orderItemSchema),
  }),
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});

export const listPendingOrders = defineContract({
  method: 'GET',
  path: '/api/orders/waiting',
  summary: 'List guest orders that join the viewer’s account once they confirm their address',
  access: 'signed-in',
  response: z.array(z.object({ number: z.string() })),
});
