// Lists of known words as SQL, for the check constraints of tables.
import { sql } from 'drizzle-orm';

/** `'a', 'b'`, to stand between brackets. The words are ours, never a visitor's. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));
