// What Stripe still wants to know, in words for the seller; Stripe's own are names of fields.

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'The bank account the money goes to'],
  [/^tos_acceptance/, 'Your agreement to the terms of Stripe'],
  [/verification\.(additional_)?document|verification\.proof/, 'A document that shows who you are'],
  [/^(individual|person|representative|owners|directors|executives)/, 'Your name, address and date of birth'],
  [/^(business_profile|company|business_type)/, 'A few words about what you sell'],
];

export function needsInWords(fields: readonly string[]): string[] {
  const words = fields.map((field) => WORDS.find(([form]) => form.test(field))?.[1] ?? 'A few more details');
  return [...new Set(words)];
}
