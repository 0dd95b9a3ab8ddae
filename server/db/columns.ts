// Column types shared by all tables. Money is in whole cents, times have a time zone.
import { sql } from '#server/db/drizzle.ts';
import { bigint, customType, integer, timestamp, type AnyPgColumn } from '#server/db/drizzle-pg.ts';
import { LEAST_CHARGE_CENTS, MOST_PRICE_CENTS } from '#shared/price.ts';

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const timestamptz = () => timestamp({ withTimezone: true });

/** Seats times price can exceed an integer. */
export const cents = () => bigint({ mode: 'number' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** For a check constraint: `'a', 'b'`, to go between brackets. Only for our own constants, never for user input. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/** For a check constraint: at least what a card can be charged. */
export const isPaidPrice = (column: AnyPgColumn) =>
  sql`${column} between ${sql.raw(String(LEAST_CHARGE_CENTS))} and ${sql.raw(String(MOST_PRICE_CENTS))}`;

/** The same, or free. */
export const isPrice = (column: AnyPgColumn) => sql`${column} = 0 or ${isPaidPrice(column)}`;
