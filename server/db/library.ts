// Whether an item is in the member library, as a column.
import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { libraryItems } from './schema/plan.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

export const inLibrary = (itemType: EntitlementItem, id: AnyPgColumn) =>
  sql<boolean>`exists (select 1 from ${libraryItems} where ${and(
    eq(libraryItems.itemType, sql`${sql.raw(`'${itemType}'`)}`),
    eq(libraryItems.itemId, id),
  )})`;
