// Orders as they are read afterwards: by their buyer, by sellers, and what was bought.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { orderCardSchema, orderSchema } from './order.schema.ts';

export type { Order, OrderCard, OrderLine } from './order.schema.ts';

export const listOrders = defineContract({
  method: 'GET',
  path: '/api/orders',
  summary: 'My orders that were paid, newest first',
  access: 'signed-in',
  query: z.object({ ...pageQuery }),
  response: pageOf(orderCardSchema),
});

/** A guest reads an order with the key from the mail. */
const keyQuery = z.object({ key: z.string().max(200).optional() });

export const getOrder = defineContract({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'One of my orders with its lines; guests show the key from their mail',
  access: 'public',
  params: idParams,
  query: keyQuery,
  response: orderSchema,
  errors: ['not_found'],
});

export const getReceipt = defineContract({
  method: 'GET',
  path: '/api/orders/:id/receipt',
  summary: 'The receipt of a paid order as a PDF',
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
  summary:
    'Mail the links of a guest’s orders to their address; answers the same whether there are any or not',
  access: 'public',
  body: z.object({ email: z.email().max(254) }),
  rateLimit: { points: 5, seconds: 600 },
});

export const listSoldLines = defineContract({
  method: 'GET',
  path: '/api/resource-orders',
  summary: 'What I sold, line by line, newest first',
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
      /** What the buyer paid for it: after a coupon, tax aside. */
      amount: wireMoney,
      /** What a coupon took off before that. */
      discount: wireMoney,
      fee: wireMoney,
      /** What the ledger credited the seller with when it was paid: amount less fee. */
      share: wireMoney,
      /** What refunds and lost disputes took back of the share. */
      returned: wireMoney,
      /** What the ledger holds for the seller now: share less what was taken back. */
      net: wireMoney,
      isLive: z.boolean(),
      paidAt: z.string(),
    }),
  ),
});

/** Everything someone has, with why, newest first. */
export const listPurchases = defineContract({
  method: 'GET',
  path: '/api/purchases',
  summary: 'Everything I own: bought, free or given, newest first',
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
      /** How it came to be theirs. */
      cause: z.string(),
      order: z.object({ id: z.int(), number: z.string() }).nullable(),
      ownedSince: z.string(),
      /** Files to download; 0 for courses. */
      fileCount: z.int(),
      /** Bought with seats to hand out. */
      licence: z.object({ id: z.int(), quantity: z.int(), held: z.int(), invited: z.int() }).nullable(),
      /** Theirs, or also theirs, by a seat of somebody's licence. */
      seat: z.object({ id: z.int(), from: z.string() }).nullable(),
    }),
  ),
});

/**
 * waiting: the payment is not confirmed yet. paused: the bank is looking into the payment. ended: refunded, or taken back
 * by the bank.
 */
export const ORDER_ITEM_ACCESS = ['open', 'waiting', 'paused', 'ended'] as const;

const orderFileSchema = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  /** Good for five minutes. */
  url: z.string(),
});

export type OrderFile = z.infer<typeof orderFileSchema>;

const orderItemSchema = z.object({
  lineId: z.int(),
  itemType: z.enum(['resource', 'course']),
  itemId: z.int(),
  title: z.string(),
  sellerName: z.string(),
  imageUrl: z.string().nullable(),
  href: z.string(),
  /** Bought as part of this bundle. */
  bundleTitle: z.string().nullable(),
  /** Seats of its line. */
  quantity: z.int(),
  access: z.enum(ORDER_ITEM_ACCESS),
  files: z.array(orderFileSchema),
});

export type OrderItem = z.infer<typeof orderItemSchema>;

export const getOrderFiles = defineContract({
  method: 'GET',
  path: '/api/orders/:id/files',
  summary:
    'What an order gives, with links to its files for five minutes; guests show the key from their mail',
  access: 'public',
  params: idParams,
  query: z.object({ key: z.string().max(200).optional() }),
  response: z.object({
    expiresAt: z.string(),
    /** open: the bank is looking into the payment; lost: it took the money back. */
    dispute: z.enum(['open', 'lost']).nullable(),
    items: z.array(orderItemSchema),
  }),
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});

export const listPendingOrders = defineContract({
  method: 'GET',
  path: '/api/orders/waiting',
  summary: 'Orders bought as a guest with my address, which become mine once I confirm it; a bare array',
  access: 'signed-in',
  response: z.array(z.object({ number: z.string() })),
});
