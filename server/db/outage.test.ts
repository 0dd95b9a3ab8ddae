// Which errors are a database outage, and which are bugs.
import { describe, expect, it } from 'vitest';
import { outageOf } from './outage.ts';

const coded = (code: string, message = 'refused') => Object.assign(new Error(message), { code });

describe('an outage', () => {
  it.each([
    ['57P01', 'away'],
    ['57P02', 'away'],
    ['57P03', 'away'],
    ['08006', 'away'],
    ['08P01', 'away'],
    ['25P03', 'away'],
    ['25006', 'away'],
    ['ECONNRESET', 'away'],
    ['ECONNREFUSED', 'away'],
    ['ENOTFOUND', 'away'],
    ['53100', 'full'],
    ['53200', 'busy'],
    ['53300', 'busy'],
    ['57014', 'busy'],
  ])('%s is %s', (code, outage) => expect(outageOf(coded(code))).toBe(outage));

  it.each([
    ['Connection terminated unexpectedly', 'away'],
    ['Connection terminated due to connection timeout', 'away'],
    ['Client has encountered a connection error and is not queryable', 'away'],
    ['connect ENOENT /tmp/none/.s.PGSQL.5432', 'away'],
    ['timeout exceeded when trying to connect', 'busy'],
  ])('“%s” is %s', (message, outage) => expect(outageOf(new Error(message))).toBe(outage));

  it('is found in wrapped errors', () => {
    expect(outageOf(new Error('Failed query: rollback', { cause: coded('53100') }))).toBe('full');
  });
});

it.each(['23505', '23514', '42P01', '22021', 'ENOENT', 'FST_ERR_CTP_EMPTY_JSON_BODY'])(
  '%s is not an outage',
  (code) => expect(outageOf(coded(code))).toBeNull(),
);

it('anything but an error is not an outage', () => expect(outageOf('57P01')).toBeNull());
