// Where a page ended, in one opaque word, so that the next one can begin there.
import { AppError } from '#shared/errors.ts';
import type { ResourceSort } from '#shared/features/resource/resource.rules.ts';

/** The sort key of the last row as a whole number, and its id. */
export type Position = { key: string; id: number };

const LARGEST_INT = 2_147_483_647;

const FORM = /^([a-z-]{1,20}) (-?\d{1,16}) (\d{1,10})$/;

export function writeCursor(sort: ResourceSort, { key, id }: Position): string {
  return Buffer.from(`${sort} ${key} ${id}`).toString('base64url');
}

export function readCursor(sort: ResourceSort, cursor: string): Position {
  const [, of, key, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  // Microseconds are longer than the other keys, which are compared as whole numbers of four bytes.
  const isTooLong = sort !== 'newest' && Math.abs(Number(key)) > LARGEST_INT;
  if (of !== sort || key === undefined || isTooLong || Number(id) > LARGEST_INT) {
    throw new AppError(
      'validation_failed',
      'This link to a further page is not valid. Begin again with the first page.',
    );
  }
  return { key, id: Number(id) };
}
