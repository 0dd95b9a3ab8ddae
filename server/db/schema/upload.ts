// Files on their way in: sent in parts, checked when whole, then taken over by a resource or a shop, or thrown away.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Random; also its name at the tus endpoint. */
    id: text().primaryKey(),
    userId: cascadingUserId(),
    purpose: text().$type<UploadPurpose>().notNull(),
    /** As the sender's disk calls it, made harmless. */
    name: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    state: text().$type<UploadState>().notNull().default('sending'),
    /** Why it was refused, as the sender reads it. */
    refusedReason: text(),
    /** Known once it was checked: what it is by its content, and where it lies. */
    contentType: text(),
    storageKey: text(),
    sha256: text(),
    pages: integer(),
    seconds: integer(),
    /** Who writes or reads its bytes just now, and until when we believe that they live; see the locker. */
    lockToken: text(),
    lockUntil: timestamptz(),
    /** Somebody waits for the lock: who holds it should come to an end. */
    isLockWanted: boolean().notNull().default(false),
    createdAt: timestamptz().notNull(),
    /** After the last part that came, or the check; long after it, the file is thrown away. */
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
