// What the viewer's membership gives them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { ENTITLEMENT_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { idSchema } from '#shared/id.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';

const percent = z.int().min(0).max(100);

/** Of the member library, this month, for everyone who shares a membership. */
const downloads = z.object({
  /** Null: no limit. */
  limit: z.int().nullable(),
  used: z.int(),
  left: z.int().nullable(),
  /** The first day of the next month, in UTC. */
  resetsOn: z.iso.date(),
});

const item = z.object({ itemType: z.enum(ENTITLEMENT_ITEMS), itemId: idSchema });

export const getBenefits = defineContract({
  method: 'GET',
  path: '/api/subscription/benefits',
  summary: 'Get what the viewer’s membership gives them now',
  access: 'signed-in',
  response: z.object({
    /** Their own membership, or a seat of someone else's. */
    isMember: z.boolean(),
    /** In percent, of each kind of item; zero for everyone else. */
    discounts: z.object({ resource: percent, course: percent, booking: percent }),
    /** Null: not a member. */
    downloads: downloads.nullable(),
  }),
});

/** Of the running half-year. */
const bookingCredit = z.object({
  granted: wireMoney,
  left: wireMoney,
  /** When what is left is gone. */
  endsAt: z.iso.datetime(),
  uses: z.array(
    z.object({
      /** Null: an order of someone else with a seat. */
      orderId: z.int().nullable(),
      title: z.string().nullable(),
      amount: wireMoney,
      /** Of it, since then. */
      returned: wireMoney,
      /** The order isn’t paid yet. */
      isReserved: z.boolean(),
      usedAt: z.iso.datetime(),
    }),
  ),
});

export const getBookingCredit = defineContract({
  method: 'GET',
  path: '/api/subscription/credit',
  summary: 'Get what is left of the viewer’s booking credit, and what it was used for',
  access: 'signed-in',
  /** Null: their membership gives none, or they have no membership. */
  response: z.object({ credit: bookingCredit.nullable() }),
});

export const addToLibrary = defineContract({
  method: 'POST',
  path: '/api/library',
  summary: 'Add an item of the member library to the viewer’s own, for as long as they are a member',
  access: 'signed-in',
  body: item,
  response: z.object({ ...item.shape, downloads: downloads.nullable() }),
  errors: ['forbidden', 'not_found', 'conflict'],
  rateLimit: { points: 60, seconds: 60 },
});
