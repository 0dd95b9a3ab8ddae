// Ids are PostgreSQL integers. The zod schemas are in `id.schema.ts`, apart from this file because pages without forms
// load no zod.

export const MAX_ID = 2_147_483_647;

/** The id in a URL segment; null if it isn't one. */
export function parseId(text: string | null | undefined): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null;
}
