// What each feature declares about the personal data it stores. `server/features/privacy/` collects the declarations
// for exports and erasure, and a test fails for a table with a user id that no feature declares.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';

/** Whose data it is. Some rows are found by email address only: mail, orders and seats of guests. */
export type DataSubject = { userId: number; email: string };

/**
 * What erasing an account does to a table's rows: they go, they lose what identifies the user, or they stay for the
 * reason given.
 */
export type Erasure = 'deleted' | 'anonymized' | `kept: ${string}`;

export type FeaturePrivacy = {
  /** Every table of the feature with a user id or an email address. */
  tables: Readonly<Record<string, Erasure>>;
  /** Entries of the export, by their name in the file. No hashes, no secrets, nothing about other users. */
  collect?: Readonly<Record<string, (db: DbOrTx, subject: DataSubject) => Promise<unknown>>>;
  /** Runs in the transaction that deletes the account; files are removed by jobs it sends. */
  erase?(ctx: AppContext, tx: Tx, subject: DataSubject & { now: Date }): Promise<void>;
  /** Deletes what is too old to keep; runs daily. */
  prune?(db: DbOrTx, now: Date): Promise<void>;
};
