// One change of an instructor's time at a time.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

/**
 * Waits for others who book this instructor, until the transaction ends. The constraints alone would be enough to
 * prevent double bookings, but with many clients at once they would run into deadlocks.
 */
export async function lockInstructor(tx: Tx, { instructorId }: { instructorId: number }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('instructor'), ${instructorId})`);
}
