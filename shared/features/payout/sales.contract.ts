// A seller's sales over time and by item.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';

export const SALES_GRAINS = ['day', 'week', 'month'] as const;
export type SalesGrain = (typeof SALES_GRAINS)[number];

const MOST_DAYS = 732;
const money = z.string();
const figures = {
  sold: z.int(),
  /** What buyers paid, without tax. */
  paid: money,
  /** The seller's share of it, before refunds. */
  net: money,
};

export const salesStatsSchema = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(SALES_GRAINS),
  /** Including empty periods; each by its first day. */
  buckets: z.array(z.object({ at: z.string(), ...figures })),
  total: z.object({
    ...figures,
    /** How much of the sales in this period was refunded. */
    refunded: money,
    /** In percent of what buyers paid; null without sales. */
    refundRate: z.number().nullable(),
  }),
  things: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      ...figures,
      refunded: money,
      views: z.int(),
      /** Sales in percent of views; null without views. */
      conversion: z.number().nullable(),
    }),
  ),
});
export type SalesStats = z.output<typeof salesStatsSchema>;

export const getSalesStats = defineContract({
  method: 'GET',
  path: '/api/seller/payments/sales',
  summary: 'Get the viewer’s sales by day, week or month, and by item',
  access: 'signed-in',
  query: z
    .object({
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      by: z.enum(SALES_GRAINS).default('day'),
    })
    .refine(
      ({ from, to }) =>
        from === undefined || to === undefined
          ? from === to
          : from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000,
      { message: 'From the earlier day to the later, at most two years', path: ['to'] },
    ),
  response: salesStatsSchema,
  errors: ['not_found'],
});
