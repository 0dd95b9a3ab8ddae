// The rules of the checkout's form. The card's own fields only where the sandbox takes the payment: Stripe looks after
// its own.
import { z } from 'zod';
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

export const buyerForm = z.object({
  name: z.string().trim().min(1, 'Enter your name.').max(120, 'Use at most 120 letters.'),
  email: z.email('Enter an e-mail address, such as name@example.com.').max(254),
  zip: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'Enter the five digits of your ZIP code.'),
});

export const addressForm = buyerForm.pick({ name: true, zip: true });
export type AddressForm = z.output<typeof addressForm>;

export const payForm = buyerForm.extend(cardForm.shape);
export type PayForm = z.output<typeof payForm>;

/** The same without a card. */
export const stripePayForm = buyerForm.extend({ number: z.string(), expiry: z.string(), cvc: z.string() });
