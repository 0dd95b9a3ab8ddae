// Payouts for staff: runs, failed payouts, holds, and fees agreed with individual sellers.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { reasonBody } from '#shared/reason.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { pointsOf } from './payout.rules.ts';
import { accountStatusSchema } from './payout.contract.ts';
import { PAYOUT_BLOCKS, PAYOUT_STATES } from './payout.states.ts';

const view = { permission: 'payouts.view' } as const;
const manage = { permission: 'payouts.manage' } as const;
const money = z.string();

export const payoutRunSchema = z.object({
  id: z.int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Null: started automatically. */
  startedBy: z.string().nullable(),
  payoutCount: z.int(),
  amount: money,
});
export type PayoutRunRow = z.output<typeof payoutRunSchema>;

export const listPayoutRuns = defineContract({
  method: 'GET',
  path: '/api/admin/payouts/runs',
  summary: 'List payout runs, newest first, and the next scheduled one',
  access: view,
  query: z.object(pageQuery),
  response: pageOf(payoutRunSchema).extend({ nextAt: z.string() }),
});

export const startPayoutRun = defineContract({
  method: 'POST',
  path: '/api/admin/payouts/run',
  summary: 'Start a payout run now',
  access: manage,
  response: z.object({ id: z.int() }),
  status: 202,
  errors: ['conflict'],
});

export const staffPayoutSchema = z.object({
  id: z.int(),
  runId: z.int(),
  seller: z.object({ id: z.int(), shop: z.string(), isHeld: z.boolean() }),
  amount: money,
  offset: money,
  reversed: money,
  state: z.enum(PAYOUT_STATES),
  failure: z.string().nullable(),
  /** The gateway's id. */
  gatewayId: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type StaffPayout = z.output<typeof staffPayoutSchema>;

export const listStaffPayouts = defineContract({
  method: 'GET',
  path: '/api/admin/payouts',
  summary: 'List payouts by state, newest first',
  access: view,
  query: z.object({ state: z.enum(PAYOUT_STATES).optional(), ...pageQuery }),
  response: pageOf(staffPayoutSchema).extend({
    counts: z.record(z.enum(['all', ...PAYOUT_STATES]), z.int()),
  }),
});

export const retryPayout = defineContract({
  method: 'POST',
  path: '/api/admin/payouts/:id/retry',
  summary: 'Retry a failed payout with the amount due now',
  access: manage,
  params: idParams,
  response: z.object({ id: z.int() }),
  status: 202,
  errors: ['not_found', 'conflict'],
});

export const heldSellerSchema = z.object({
  id: z.int(),
  shop: z.string(),
  reason: z.string(),
  since: z.string(),
  available: money,
});
export type HeldSeller = z.output<typeof heldSellerSchema>;

export const listSellersOnHold = defineContract({
  method: 'GET',
  path: '/api/admin/payouts/held',
  summary: 'List sellers with payouts on hold, longest first',
  access: view,
  query: z.object(pageQuery),
  response: pageOf(heldSellerSchema),
});

export const sellerMoneySchema = z.object({
  balance: money,
  pending: money,
  available: money,
  held: money,
  processing: money,
  paidOut: money,
  debt: money,
  next: z.object({
    date: z.string().nullable(),
    amount: money,
    block: z.enum(PAYOUT_BLOCKS).nullable(),
  }),
  accountState: accountStatusSchema.shape.state,
  hold: z.object({ reason: z.string(), since: z.string() }).nullable(),
  /** In percent; null: the default from the settings. */
  ownFee: z.string().nullable(),
  houseFee: z.string(),
});
export type SellerMoney = z.output<typeof sellerMoneySchema>;

export const getSellerBalance = defineContract({
  method: 'GET',
  path: '/api/admin/sellers/:id/money',
  summary: 'Get a seller’s balance',
  access: view,
  params: idParams,
  response: sellerMoneySchema,
  errors: ['not_found'],
});

export const holdPayouts = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/payout-hold',
  summary: 'Hold a seller’s payouts and email them the reason',
  access: manage,
  params: idParams,
  body: reasonBody,
  response: sellerMoneySchema,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const releasePayouts = defineContract({
  method: 'POST',
  path: '/api/admin/sellers/:id/payout-release',
  summary: 'Release a seller’s payouts',
  access: manage,
  params: idParams,
  response: sellerMoneySchema,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const sellerFeeBody = z.object({
  /** Null: the default from the settings. */
  percent: z
    .string()
    .trim()
    .refine((value) => pointsOf(value) !== null, 'A percentage from 0 to 100, such as 12.5')
    .nullable(),
});

export const setSellerFee = defineContract({
  method: 'PUT',
  path: '/api/admin/sellers/:id/fee',
  summary: 'Set a seller’s fee for sales from now on',
  access: manage,
  params: idParams,
  body: sellerFeeBody,
  response: sellerMoneySchema,
  errors: ['not_found', 'forbidden'],
});
