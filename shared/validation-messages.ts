// Validation messages for schemas without their own: what is wrong and what to do, instead of zod's defaults. Used by
// every endpoint and every form.
import { z, type core } from 'zod';
import { formatCount } from './numbers.ts';

type Issue = core.$ZodRawIssue;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose true or false.',
  date: 'Enter a date.',
  array: 'Send a list.',
  object: 'Send a JSON object.',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an email address such as ana@example.com.',
  url: 'Enter a full web address such as https://example.com.',
  date: 'Enter a day such as 2026-05-31.',
  datetime: 'Enter a date and time such as 2026-05-31T18:00:00Z.',
  time: 'Enter a time such as 18:00.',
};

/** Longer lists of options are not spelled out. */
const MOST_NAMED = 12;

export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This field is required.'
        : (EXPECTED[issue.expected] ?? 'This value has the wrong type.');
    case 'too_small':
      return limitMessage(issue, issue.minimum, 'min');
    case 'too_big':
      return limitMessage(issue, issue.maximum, 'max');
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This doesn’t have the expected format. Check it for typos.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return choiceMessage(issue.values);
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.slice(0, MOST_NAMED).join(', ')}.`;
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    default:
      return 'This isn’t valid. Check it and try again.';
  }
}

type Limit = number | bigint;
type LimitIssue = Extract<Issue, { code: 'too_small' | 'too_big' }>;

function limitMessage({ origin, inclusive, exact }: LimitIssue, limit: Limit, side: 'min' | 'max'): string {
  const figure = formatCount(Number(limit));
  const most = exact ? 'exactly' : side === 'max' ? 'at most' : 'at least';
  switch (origin) {
    case 'string':
      if (side === 'min' && Number(limit) === 1) return 'This field is required.';
      return `Use ${most} ${figure} ${counted(limit, 'character')}.`;
    case 'array':
    case 'set':
      return `Choose ${most} ${figure}.`;
    case 'date':
      return side === 'max' ? 'Choose an earlier date.' : 'Choose a later date.';
    case 'number':
    case 'int':
    case 'bigint':
    case 'file':
    default:
      if (inclusive === false) return `Enter a number ${side === 'max' ? 'below' : 'above'} ${figure}.`;
      return `Enter ${figure} or ${side === 'max' ? 'less' : 'more'}.`;
  }
}

const counted = (count: Limit, one: string) => (Number(count) === 1 ? one : `${one}s`);

function choiceMessage(values: readonly unknown[]): string {
  if (values.length === 1) return `This must be “${String(values[0])}”.`;
  if (values.length > MOST_NAMED) return 'Choose one of the available options.';
  return `Choose one of these: ${values.map(String).join(', ')}.`;
}

/** For the whole process or page; a schema's own message takes precedence. */
export function installValidationMessages(): void {
  z.config({ customError: (issue) => validationMessage(issue) });
}
