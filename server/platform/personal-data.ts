// How features declare the personal data they store. Each has a <feature>.privacy.ts; the privacy feature collects the
// declarations in one registry and exports, erases and prunes through it.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, DbTable, Tx } from '#server/db/client.ts';

/** The user whose data is exported or erased. */
export type DataSubject = {
  userId: number;
  email: string;
  /** Data stored by email address belongs to the user only once they have confirmed the address. */
  isEmailVerified: boolean;
  /** Their orders, including those placed as a guest with the confirmed address. */
  orderIds: readonly number[];
};

export type PersonalData = {
  /** Every table of the feature that refers to a user or seller. A test fails for tables no feature declares. */
  tables: readonly DbTable[];
  /** Sections of the export, by name. Never a hash, a secret, or anything about another user. */
  collect?: Record<string, (db: DbOrTx, subject: DataSubject) => Promise<unknown>>;
  /** Runs in the transaction that deletes the account. What others still need stays, without the user's name. */
  erase?: (ctx: AppContext, tx: Tx, subject: DataSubject & { now: Date }) => Promise<void>;
  /** Runs every night and deletes what is too old. */
  prune?: (ctx: AppContext) => Promise<void>;
};
