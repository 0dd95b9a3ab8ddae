// Reports of conversations: members send them, staff decide them. Staff see the reported passage; reading more needs a
// reason and is audited.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { publishStaffQueueEvent } from '#server/platform/live-event.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { ReportDecision, ReportState } from '#shared/features/message/message.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { deleteFilesOf } from './message-send.queries.ts';
import {
  countReports,
  findSubject,
  findTextOf,
  insertReport,
  listAllMessageRows,
  listContextRows,
  listReportRows,
  removeMessage,
  settleReport,
  type StaffMessageRow,
} from './message-staff.queries.ts';
import { deleteMessageFileJob } from './message.jobs.ts';
import { isMember, listMemberIds, listMemberRows } from './message.queries.ts';
import { nameOf, noSuchConversation, noSuchMessage, tellConversation } from './message.service.ts';

export async function reportConversation(
  ctx: AppContext,
  viewer: Viewer,
  { id: conversationId, reason, messageId }: { id: number; reason: string; messageId?: number | undefined },
): Promise<void> {
  if (!(await isMember(ctx.db, { id: conversationId, userId: viewer.id }))) throw noSuchConversation();
  const reportedText =
    messageId === undefined ? null : await findTextOf(ctx.db, { id: messageId, conversationId });
  if (messageId !== undefined && reportedText === null) throw noSuchMessage();
  const report = { conversationId, messageId: messageId ?? null, userId: viewer.id, reason, reportedText };
  await inTransaction(ctx.db, async (tx) => {
    if (!(await insertReport(tx, { ...report, createdAt: ctx.clock.now() }))) {
      throw new AppError('conflict', 'You already reported this conversation. We’re looking into it.');
    }
    await publishStaffQueueEvent(ctx, tx);
  });
}

export async function getMessageReportCounts(ctx: AppContext) {
  return { open: await countReports(ctx.db, { state: 'open' }) };
}

export async function listMessageReports(
  ctx: AppContext,
  { state, page }: { state: ReportState; page: number },
) {
  const [total, rows] = await Promise.all([
    countReports(ctx.db, { state }),
    listReportRows(ctx.db, { state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = await Promise.all(
    rows.map(async ({ seq, messageId, reporter, createdAt, reportedText, ...row }) => {
      const context = await listContextRows(ctx.db, { conversationId: row.conversationId, seq });
      const reported = context.find(({ id }) => id === messageId);
      const isChanged = reportedText !== null && reported !== undefined && reported.text !== reportedText;
      return {
        ...row,
        reporter: fullNameOf(reporter),
        createdAt: createdAt.toISOString(),
        changedSince: !isChanged ? null : reported.deletedAt ? ('deleted' as const) : ('edited' as const),
        context: context.map((message) =>
          toStaffMessage(
            message === reported && isChanged ? { ...message, text: reportedText, deletedAt: null } : message,
            messageId,
          ),
        ),
      };
    }),
  );
  return { items, total, page, pageSize: PAGE_SIZE };
}

function toStaffMessage(
  { createdAt, deletedAt, sender, ...row }: StaffMessageRow,
  reportedId: number | null = null,
) {
  return {
    ...row,
    sender: fullNameOf(sender) || 'Former member',
    createdAt: createdAt.toISOString(),
    isDeleted: deletedAt !== null,
    isReported: row.id === reportedId,
  };
}

export async function decideMessageReport(
  ctx: AppContext,
  viewer: Viewer,
  { id, decision }: { id: number; decision: ReportDecision },
): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const report = await settleReport(tx, { id, decision, decidedBy: viewer.id, now });
    if (!report) throw new AppError('not_found', 'This report doesn’t exist.');
    if (!report.isDecided) {
      throw new AppError('conflict', 'Someone else already resolved this. Reload to see the result.');
    }
    const { conversationId, messageId, userId } = report;
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'message.decide-report',
      subject: ['conversation', conversationId],
      userId,
      details: { decision, message: messageId },
    });
    if (decision === 'upheld' && messageId !== null) {
      await removeMessage(tx, { id: messageId, now });
      for (const storageKey of await deleteFilesOf(tx, { messageIds: [messageId] })) {
        await ctx.jobs.send(tx, deleteMessageFileJob, { storageKey });
      }
      const userIds = await listMemberIds(tx, { id: conversationId });
      await tellConversation(ctx, tx, { id: conversationId, userIds });
    }
    await publishStaffQueueEvent(ctx, tx);
  });
}

export async function readConversation(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
) {
  const subject = await findSubject(ctx.db, { id });
  if (subject === null) throw new AppError('not_found', 'This conversation doesn’t exist.');
  // Before anything is read: what can't be recorded isn't shown.
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'message.read',
    subject: ['conversation', id],
    details: { reason },
  });
  const [members, rows] = await Promise.all([
    listMemberRows(ctx.db, { conversationIds: [id] }),
    listAllMessageRows(ctx.db, { id }),
  ]);
  return { id, subject, people: members.map(nameOf), messages: rows.map((row) => toStaffMessage(row)) };
}
