// The title of any item a row refers to by type and id.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { AnyPgColumn } from '#server/db/drizzle-pg.ts';
import { courses } from './schema/course.ts';
import { resources } from './schema/resource.ts';

/** Null if the item no longer exists. */
export function itemTitle(itemType: AnyPgColumn, itemId: AnyPgColumn): SQL<string | null> {
  return sql<string | null>`case ${itemType}
    when 'resource' then (select ${resources.title} from ${resources} where ${resources.id} = ${itemId})
    else (select ${courses.title} from ${courses} where ${courses.id} = ${itemId})
  end`;
}
