// What an order gives: its files to download, and its courses. Guests show the key of their order.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';

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

export const listWaitingOrders = defineContract({
  method: 'GET',
  path: '/api/orders/waiting',
  summary: 'Orders bought as a guest with my address, which become mine once I confirm it; a bare array',
  access: 'signed-in',
  response: z.array(z.object({ number: z.string() })),
});
