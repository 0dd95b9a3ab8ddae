import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { installValidationMessages } from './validation-messages.ts';

installValidationMessages();

const firstWords = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('what a person reads of a value that does not fit', () => {
  it.each([
    [z.string(), undefined, 'This is needed.'],
    [z.string(), 7, 'Write this as text.'],
    [z.string().min(1), '', 'This is needed.'],
    [z.string().min(10), 'short', 'Write at least 10 characters.'],
    [z.string().max(1), 'ab', 'Write at most 1 character.'],
    [z.string().max(2000), 'x'.repeat(2001), 'Write at most 2,000 characters.'],
    [z.string().length(2), 'abc', 'Write exactly 2 characters.'],
    [z.coerce.number(), 'seven', 'Give a number.'],
    [z.int(), 1.5, 'Give a whole number.'],
    [z.int().min(1).max(5), 9, 'Give 5 or less.'],
    [z.int().min(1).max(5), 0, 'Give 1 or more.'],
    [z.number().gt(0), 0, 'Give a number above 0.'],
    [z.number().multipleOf(5), 7, 'Give a multiple of 5.'],
    [z.boolean(), 'perhaps', 'Answer with yes or no (true or false).'],
    [z.array(z.int()).min(1), [], 'Choose at least 1.'],
    [z.array(z.int()).max(2), [1, 2, 3], 'Choose at most 2.'],
    [z.object({}), [], 'Send named fields, as a JSON object.'],
    [z.strictObject({}), { colour: 'plum' }, 'There is no such field here: colour.'],
    [z.enum(['approve', 'reject']), 'burn', 'Choose one of these: approve, reject.'],
    [
      z.enum(Array.from({ length: 40 }, (_, at) => `style-${at}`)),
      'style-x',
      'Choose one of those there are.',
    ],
    [z.literal(true), false, 'The only thing that fits here is “true”.'],
    [z.email(), 'ana', 'Enter an e-mail address such as ana@example.com.'],
    [z.url(), 'example', 'Enter a whole web address, such as https://example.com.'],
    [z.iso.date(), 'soon', 'Enter a day such as 2026-05-31.'],
    [z.string().regex(/^\d+$/), 'x', 'This is not written the way we expect. Check it for slips.'],
    [z.union([z.int(), z.boolean()]), 'x', 'This does not fit here. Check it and try again.'],
    [z.string().refine(() => false), 'x', 'This does not fit here. Check it and try again.'],
  ])('%#: %o', (schema, value, words) => {
    expect(firstWords(schema, value)).toBe(words);
  });

  it('leaves a schema its own words', () => {
    expect(firstWords(z.string().min(2, 'Give it a name'), 'x')).toBe('Give it a name');
  });
});
