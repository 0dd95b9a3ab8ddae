// Uploads: received in parts, checked when complete, then attached by a feature or deleted.
import { sql } from '#server/db/drizzle.ts';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { oneOf, timestamptz } from '#server/db/columns.ts';
import {
  UPLOAD_PURPOSES,
  UPLOAD_STATES,
  type UploadPurpose,
  type UploadState,
} from '#shared/features/upload/upload.rules.ts';
import { cascadingUserId } from './platform-user.ts';

export const uploads = pgTable(
  'uploads',
  {
    /** Random; also its id at the tus endpoint. */
    id: text().primaryKey(),
    userId: cascadingUserId(),
    purpose: text().$type<UploadPurpose>().notNull(),
    /** The original file name, sanitized. */
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    state: text().$type<UploadState>().notNull().default('sending'),
    /** Why it was refused, as shown to the sender. */
    refusedReason: text(),
    /** Set by the check: the content's type, and where it is stored. */
    contentType: text(),
    storageKey: text(),
    sha256: text(),
    pages: integer(),
    seconds: integer(),
    /** Who is reading or writing it, and when that lock expires; see the locker. */
    lockToken: text(),
    lockUntil: timestamptz(),
    /** Another request is waiting for the lock; its holder should finish. */
    isLockWanted: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    /** When the last part arrived or it was checked; old uploads are deleted. */
    touchedAt: timestamptz().notNull(),
  },
  (t) => [
    index('uploads_user_id').on(t.userId, t.createdAt),
    index('uploads_touched_at').on(t.touchedAt),
    uniqueIndex('uploads_storage_key').on(t.storageKey),
    check('uploads_purpose', sql`${t.purpose} in (${oneOf(UPLOAD_PURPOSES)})`),
    check('uploads_state', sql`${t.state} in (${oneOf(UPLOAD_STATES)})`),
    check('uploads_bytes', sql`${t.bytes} > 0`),
    check('uploads_refused', sql`(${t.state} = 'refused') = (${t.refusedReason} is not null)`),
    check(
      'uploads_ready',
      sql`${t.state} <> 'ready' or (${t.storageKey} is not null and ${t.sha256} is not null and ${t.contentType} is not null)`,
    ),
  ],
);
