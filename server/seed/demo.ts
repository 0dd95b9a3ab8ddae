// Seeds the demo school on the first start, with six users anyone can sign in as.
import type { Db } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hasUsers } from '#server/platform/user.queries.ts';
import { hashPassword } from '#server/features/account/password-hash.ts';
import { fillSchool } from './demo-school.ts';
import { lockSeeding } from './seed.queries.ts';

export const DEMO_PASSWORD = 'dance-demo-2026';

/** The users anyone can sign in as. */
export const DEMO_USERNAMES = ['admin', 'officer', 'seller', 'instructor', 'member', 'multi'] as const;
export type DemoName = (typeof DEMO_USERNAMES)[number];

/** On the first start only: a user who was deleted or renamed must not come back. */
export async function seedDemo(db: Db, now = new Date()): Promise<void> {
  if (await hasUsers(db)) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await inTransaction(db, async (tx) => {
    await lockSeeding(tx);
    if (await hasUsers(tx)) return;
    await fillSchool(tx, { passwordHash, now });
  });
}
