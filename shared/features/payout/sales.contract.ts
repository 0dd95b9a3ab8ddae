// What a seller's sales brought, over time and thing by thing.
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
  /** Also those in which nothing was sold; each by its first day. */
  buckets: z.array(z.object({ at: z.string(), ...figures })),
  total: z.object({
    ...figures,
    /** Of what was sold in this time: how much of it went back to buyers. */
    refunded: money,
    /** In percent of what buyers paid; null: nothing was sold. */
    refundRate: z.number().nullable(),
  }),
  things: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      ...figures,
      refunded: money,
      views: z.int(),
      /** Sold, in percent of its views; null: nobody looked. */
      conversion: z.number().nullable(),
    }),
  ),
});
export type SalesStats = z.output<typeof salesStatsSchema>;

export const getSalesStats = defineContract({
  method: 'GET',
  path: '/api/seller/payments/sales',
  summary: 'What the caller’s sales brought between two days, by day, week or month, and thing by thing',
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
