// Money in requests and responses.
import { z } from 'zod';
import { typedPriceProblem } from './price.ts';
import { parseTypedMoney } from './typed-money.ts';

/** DESIGN §4: a decimal string in the API. */
export const wireMoney = z.string().regex(/^-?\d+\.\d{2}$/);

const typedAmount = (problemOf: (typed: string) => string | null) =>
  z
    .string()
    .superRefine((typed, { addIssue }) => {
      const message = problemOf(typed);
      if (message !== null) addIssue({ code: 'custom', message });
    })
    .transform((typed) => parseTypedMoney(typed) ?? '0.00');

/** An amount from a form, however it is typed there ("12,50"), as a decimal string. Never negative. */
export const typedMoney = (message: string) =>
  typedAmount((typed) => (parseTypedMoney(typed) === null ? message : null));

/** What something for sale costs: nothing, or at least what a card can be charged. */
export const typedPrice = (example: string) => typedAmount((typed) => typedPriceProblem(typed, example));
