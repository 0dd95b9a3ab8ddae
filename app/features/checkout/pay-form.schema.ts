// Validation of the checkout form. Card fields only for the sandbox: Stripe validates
// its own.
import { z } from 'zod';
import { postcodeProblem, regionLabel, regionsOf } from '#shared/features/checkout/address.rules.ts';
import { cardNumberProblem, cvcProblem, expiryProblem } from './card.rules.ts';

const problem = (find: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = find(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const cardForm = z.object({
  number: problem(cardNumberProblem),
  expiry: problem((text) => expiryProblem(text, new Date())),
  cvc: problem(cvcProblem),
});
export type CardForm = z.output<typeof cardForm>;

const buyer = {
  name: z.string().trim().min(1, 'Enter your name.').max(120, 'Use at most 120 characters.'),
  email: z.email('Enter an email address, such as name@example.com.').max(254),
};

/** As in the fields: empty where a country doesn't use one. */
const address = { country: z.string(), zip: z.string(), city: z.string(), region: z.string() };
const addressOnly = z.object(address);
export type Address = z.output<typeof addressOnly>;

const checkPlace = (typed: Address, context: z.RefinementCtx) => {
  const zip = postcodeProblem(typed.country, typed.zip);
  if (zip) context.addIssue({ code: 'custom', path: ['zip'], message: zip });
  if (regionsOf(typed.country) && !typed.region) {
    const label = regionLabel(typed.country).toLowerCase();
    context.addIssue({ code: 'custom', path: ['region'], message: `Choose your ${label}.` });
  }
};

export const addressForm = z.object({ name: buyer.name, ...address }).superRefine(checkPlace);
export type AddressForm = z.output<typeof addressForm>;

export const payForm = z.object({ ...buyer, ...address, ...cardForm.shape }).superRefine(checkPlace);
export type PayForm = z.output<typeof payForm>;

/** The same without a card. */
export const stripePayForm = z
  .object({ ...buyer, ...address, number: z.string(), expiry: z.string(), cvc: z.string() })
  .superRefine(checkPlace);

/** A card for a membership, with or without a new address; Stripe validates its own card. */
export const cardAndAddressForm = z.object({ ...address, ...cardForm.shape }).superRefine(checkPlace);
const anyCard = { number: z.string(), expiry: z.string(), cvc: z.string() };
export const addressWithoutCardForm = z.object({ ...address, ...anyCard }).superRefine(checkPlace);
export const cardWithoutAddressForm = z.object({ ...address, ...cardForm.shape });
