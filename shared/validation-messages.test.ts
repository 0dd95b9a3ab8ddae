import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { installValidationMessages } from './validation-messages.ts';

installValidationMessages();

const firstMessage = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('validation messages', () => {
  it.each([
    [z.string(), undefined, 'This field is required.'],
    [z.string(), 7, 'Enter text.'],
    [z.string().min(1), '', 'This field is required.'],
    [z.string().min(10), 'short', 'Use at least 10 characters.'],
    [z.string().max(1), 'ab', 'Use at most 1 character.'],
    [z.string().max(2000), 'x'.repeat(2001), 'Use at most 2,000 characters.'],
    [z.string().length(2), 'abc', 'Use exactly 2 characters.'],
    [z.coerce.number(), 'seven', 'Enter a number.'],
    [z.int(), 1.5, 'Enter a whole number.'],
    [z.int().min(1).max(5), 9, 'Enter 5 or less.'],
    [z.int().min(1).max(5), 0, 'Enter 1 or more.'],
    [z.number().gt(0), 0, 'Enter a number above 0.'],
    [z.number().multipleOf(5), 7, 'Enter a multiple of 5.'],
    [z.boolean(), 'perhaps', 'Choose true or false.'],
    [z.array(z.int()).min(1), [], 'Choose at least 1.'],
    [z.array(z.int()).max(2), [1, 2, 3], 'Choose at most 2.'],
    [z.object({}), [], 'Send a JSON object.'],
    [z.strictObject({}), { colour: 'plum' }, 'Unknown field: colour.'],
    [z.enum(['approve', 'reject']), 'burn', 'Choose one of these: approve, reject.'],
    [
      z.enum(Array.from({ length: 40 }, (_, at) => `style-${at}`)),
      'style-x',
      'Choose one of the available options.',
    ],
    [z.literal(true), false, 'This must be “true”.'],
    [z.email(), 'ana', 'Enter an email address such as ana@example.com.'],
    [z.url(), 'example', 'Enter a full web address such as https://example.com.'],
    [z.iso.date(), 'soon', 'Enter a day such as 2026-05-31.'],
    [z.string().regex(/^\d+$/), 'x', 'This doesn’t have the expected format. Check it for typos.'],
    [z.union([z.int(), z.boolean()]), 'x', 'This isn’t valid. Check it and try again.'],
    [z.string().refine(() => false), 'x', 'This isn’t valid. Check it and try again.'],
  ])('%#: %o', (schema, value, message) => {
    expect(firstMessage(schema, value)).toBe(message);
  });

  it('keeps the message of a schema that has one', () => {
    expect(firstMessage(z.string().min(2, 'Give it a name'), 'x')).toBe('Give it a name');
  });
});
