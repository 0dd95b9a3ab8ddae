// The fake Stripe's taxes: a rate per place, added to exclusive prices, half cents rounded up.
import { randomBytes } from 'node:crypto';
import { Refusal } from './fake-stripe-errors.ts';

/** In hundredths of a percent, by state or by the first three digits of a ZIP code; elsewhere nothing is owed. */
const RATES: Readonly<Record<string, number>> = { CA: 725, NY: 888, '900': 950, '100': 888 };

/** By country, outside the US. */
const RATES_ABROAD: Readonly<Record<string, number>> = { GB: 2000, CA: 500 };

/** Lines per response; the rest have to be paged. */
const INLINE_LINES = 10;

type TaxedLine = {
  id: string;
  object: 'tax.calculation_line_item';
  amount: number;
  amount_tax: number;
  reference: string;
  tax_behavior: string;
  tax_code: string;
};

const lists = new Map<string, TaxedLine[]>();

export function calculateTax(params: URLSearchParams): object {
  const zip = params.get('customer_details[address][postal_code]') ?? '';
  const state = params.get('customer_details[address][state]') ?? '';
  const country = params.get('customer_details[address][country]') ?? '';
  const isNowhere = country === 'US' ? zip === '00000' || (!zip && !state) : !/^[A-Z]{2}$/.test(country);
  if (isNowhere) {
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message: "The customer's location isn't recognized.",
    });
  }
  const rate = (country === 'US' ? (RATES[zip.slice(0, 3)] ?? RATES[state]) : RATES_ABROAD[country]) ?? 0;
  const lines: TaxedLine[] = [];
  for (let at = 0; params.has(`line_items[${at}][amount]`); at++) {
    lines.push(taxLine((name) => params.get(`line_items[${at}][${name}]`), rate));
  }
  const id = `taxcalc_${randomBytes(9).toString('hex')}`;
  lists.set(id, lines);
  const tax = lines.reduce((sum, line) => sum + line.amount_tax, 0);
  return {
    id,
    object: 'tax.calculation',
    amount_total: lines.reduce((sum, line) => sum + line.amount, tax),
    currency: params.get('currency'),
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    ...(params.get('expand[0]') === 'line_items' && {
      line_items: {
        object: 'list',
        data: lines.slice(0, INLINE_LINES),
        has_more: lines.length > INLINE_LINES,
        url: `/v1/tax/calculations/${id}/line_items`,
      },
    }),
  };
}

export function listTaxedLines(id: string, params: URLSearchParams): object {
  const lines = lists.get(id);
  if (!lines) throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing' });
  const from = lines.findIndex((line) => line.id === params.get('starting_after')) + 1;
  const data = lines.slice(from, from + Number(params.get('limit') ?? 10));
  const url = `/v1/tax/calculations/${id}/line_items`;
  return { object: 'list', data, has_more: from + data.length < lines.length, url };
}

function taxLine(given: (name: string) => string | null, rate: number): TaxedLine {
  const amount = Number(given('amount'));
  const tax_behavior = given('tax_behavior') ?? 'inclusive';
  if (!Number.isInteger(amount) || amount <= 0 || tax_behavior !== 'exclusive') {
    throw new Refusal(400, { type: 'invalid_request_error', message: 'Invalid line item' });
  }
  return {
    id: `tax_li_${randomBytes(9).toString('hex')}`,
    object: 'tax.calculation_line_item',
    amount,
    amount_tax: Math.round((amount * rate) / 10_000),
    reference: given('reference') ?? '',
    tax_behavior,
    tax_code: given('tax_code') ?? 'txcd_99999999',
  };
}
