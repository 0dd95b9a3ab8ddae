// Whether an item is in the member library, as a column.
import { and, eq, sql } from '#server/db/drizzle.ts';
import type { AnyPgColumn } from '#server/db/drizzle-pg.ts';
import { libraryItems } from './schema/plan.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

export const inLibrary = (itemType: EntitlementItem, id: AnyPgColumn) =>
  sql<boolean>`exists (select 1 from ${libraryItems} where ${and(
    eq(libraryItems.itemType, sql`${sql.raw(`'${itemType}'`)}`),
    eq(libraryItems.itemId, id),
  )})`;
