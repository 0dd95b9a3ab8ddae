// Calculates sales tax with Stripe Tax. The registrations at Stripe determine where tax is owed.
import type Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';
import { GatewayRefusedError, GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { openStripe, type StripeRequest, type StripeError } from '#server/integrations/gateway/stripe-sdk.ts';
import { AppError } from '#shared/errors.ts';
import { isPostcodeRequired, postcodeLabel } from '#shared/features/checkout/address.rules.ts';
import { untaxed, type Tax, type TaxAnswer, type TaxedLine, type TaxQuestion } from './tax.ts';

const TRAINING_BY_ONESELF = 'txcd_20060058';
const ELECTRONIC_GOODS = 'txcd_10000000';

/** Stripe's tax codes for what we sell; other kinds use the account's default at Stripe. */
const TAX_CODES: Readonly<Record<string, string>> = {
  course: TRAINING_BY_ONESELF,
  certification: TRAINING_BY_ONESELF,
  resource: ELECTRONIC_GOODS,
  bundle: ELECTRONIC_GOODS,
};

/** Stripe could not resolve the address. */
const BAD_ADDRESS = new Set(['customer_tax_location_invalid', 'postal_code_invalid']);

export function createStripeTax(config: StripeConfig): Tax {
  const { ask } = openStripe(config);
  return {
    name: 'stripe',
    async calculate(question) {
      const lines = question.lines.filter(({ amountCents }) => amountCents > 0);
      if (lines.length === 0) return untaxed(question.lines);
      const { zip, region, country } = question.address;
      if (!zip && !region && isPostcodeRequired(country)) {
        throw badAddress(`Enter your ${postcodeLabel(country)}: the tax depends on it.`);
      }
      try {
        return asAnswer(question.lines, await calculate(ask, { ...question, lines }));
      } catch (error) {
        throw asAppError(error, question.address.country);
      }
    },
  };
}

type Calculated = { id: string; total: number; lines: Stripe.Tax.CalculationLineItem[] };

async function calculate(ask: StripeRequest, { currency, lines, address }: TaxQuestion): Promise<Calculated> {
  const params: Stripe.Tax.CalculationCreateParams = {
    currency: currency.toLowerCase(),
    line_items: lines.map(asLineItem),
    customer_details: {
      address: {
        country: address.country,
        ...(address.zip && { postal_code: address.zip }),
        ...(address.region && { state: address.region }),
      },
      address_source: 'billing',
    },
    expand: ['line_items'],
  };
  const made = await ask((stripe) => stripe.tax.calculations.create(params));
  const { id, tax_amount_exclusive: total, line_items: first } = made;
  if (id === null) throw new GatewayUnreachableError();
  if (first && !first.has_more) return { id, total, lines: first.data };
  const all = await ask((stripe) =>
    stripe.tax.calculations.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  );
  return { id, total, lines: all };
}

function asLineItem({ reference, amountCents, kind }: TaxedLine) {
  const taxCode = TAX_CODES[kind];
  return {
    reference,
    amount: amountCents,
    tax_behavior: 'exclusive' as const,
    ...(taxCode !== undefined && { tax_code: taxCode }),
  };
}

/** A total that differs from its lines would not add up on the receipt: better no sale. */
function asAnswer(asked: readonly TaxedLine[], { id, total, lines }: Calculated): TaxAnswer {
  const answer = untaxed(asked);
  const taxCents = new Map(answer.taxCents);
  for (const { reference, amount_tax: cents } of lines) taxCents.set(reference, cents);
  const sum = [...taxCents.values()].reduce((a, b) => a + b, 0);
  if (sum !== total || taxCents.size !== asked.length) {
    throw new GatewayUnreachableError(new Error(`The lines of ${id} do not add up to its tax`));
  }
  return { taxCents, totalCents: total, reference: id };
}

function asAppError(error: unknown, country: string): unknown {
  if (error instanceof GatewayUnreachableError) {
    return new AppError(
      'unavailable',
      'We couldn’t calculate the tax. Nothing was charged. Try again in a minute.',
    );
  }
  if (!(error instanceof GatewayRefusedError)) return error;
  const { code } = error.cause as StripeError;
  // Other refusals are bugs or wrong settings at Stripe, and belong in the log.
  if (typeof code !== 'string' || !BAD_ADDRESS.has(code)) return error;
  return badAddress(`We couldn’t find this ${postcodeLabel(country)}. Check it: the tax depends on it.`);
}

function badAddress(message: string): AppError {
  return new AppError('unprocessable', message, [{ path: 'zip', message }]);
}
