// Which days people were here, longer ago than anyone compares with.
import type { AppContext } from '#server/context.ts';
import { deleteActiveDaysBefore } from '#server/features/user-admin/user-admin.queries.ts';

/** A year to compare with, and a month more. */
const KEPT_DAYS = 400;

export async function pruneActiveDays(ctx: AppContext): Promise<void> {
  const time = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await deleteActiveDaysBefore(ctx.db, { day: time.toISOString().slice(0, 10) });
}
