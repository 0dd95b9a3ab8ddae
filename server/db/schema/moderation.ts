// Rights notices: reports that a resource must not be here, and how they were decided.
import { sql } from '#server/db/drizzle.ts';
import { check, index, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  NOTICE_STATES,
  type NoticeState,
  REPORT_REASONS,
  type ReportReason,
} from '#shared/features/moderation/rights-notice.states.ts';
import { cascadingUserId, nullableUserId } from './platform-user.ts';
import { resourceId } from './resource.ts';

export const rightsNotices = pgTable(
  'rights_notices',
  {
    id: id(),
    resourceId: resourceId(),
    reporterId: cascadingUserId(),
    reason: text().$type<ReportReason>().notNull(),
    body: text().notNull(),
    state: text().$type<NoticeState>().notNull().default('open'),
    createdAt: timestamptz().notNull(),
    /** The deadline for officers or the seller; after a counter-notice, when the resource is restored. */
    dueAt: timestamptz().notNull(),
    decidedBy: nullableUserId(),
    decidedAt: timestamptz(),
    /** Shown to the seller and the reporter. */
    decisionReason: text(),
    counterBody: text(),
    counteredAt: timestamptz(),
    /** Who restored or rejected it for good; null if the deadline decided. */
    closedBy: nullableUserId(),
    closedAt: timestamptz(),
    closeReason: text(),
  },
  (t) => [
    uniqueIndex('rights_notices_one_open')
      .on(t.resourceId, t.reporterId)
      .where(sql`state = 'open'`),
    index('rights_notices_reporter_id').on(t.reporterId),
    index('rights_notices_resource_id').on(t.resourceId),
    index('rights_notices_state').on(t.state, t.dueAt),
    check('rights_notices_reason', sql`${t.reason} in (${oneOf(REPORT_REASONS)})`),
    check('rights_notices_state', sql`${t.state} in (${oneOf(NOTICE_STATES)})`),
    check('rights_notices_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
    check('rights_notices_countered', sql`${t.state} <> 'countered' or ${t.counterBody} is not null`),
  ],
);
