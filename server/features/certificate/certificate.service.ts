// Certificates for their holders and for anyone who checks one. PDF and page are drawn from the same row.
import { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  type CertificateToDraw,
  drawCertificate,
  drawCertificateCard,
  drawCertificatePdf,
  findTemplateVersion,
} from '#server/features/certificate-template/certificate-template.service.ts';
import { teacherIdOf } from '#server/features/course/course-access.service.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { Download } from '#shared/contract.ts';
import { formatFullDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import {
  formatCreditHours,
  formatModules,
  NO_EXPIRY_TEXT,
  type Paper,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import {
  certificateStatus,
  formatCode,
  parseCode,
  publicStatus,
} from '#shared/features/certificate/certificate.rules.ts';
import type {
  Certificate,
  CertificateDetail,
  LinkedCertificate,
  Renewal,
  VerifiedCertificate,
} from '#shared/features/certificate/certificate.schema.ts';
import { MAX_ID } from '#shared/ids.ts';
import { findRenewalStanding } from './certificate-issue.queries.ts';
import { insertDueReminders } from './certificate-jobs.queries.ts';
import { renewHeld } from './certificate-issue.service.ts';
import {
  type CertificateRow,
  findCertificate,
  findCertificateByCode,
  listCertificateRows,
  listCycles,
} from './certificate.queries.ts';

export const scopeOf = (viewer: Viewer) => ({
  teacherId: teacherIdOf(viewer),
  isStaff: isStaffOf(viewer, 'course'),
});

/** What a certificate says, without its neighbors. */
export function toCertificateFields(row: CertificateRow, now: Date) {
  const { id, code, courseId, courseTitle, cycle, holderName, creditHours, issuedOn, expiresOn } = row;
  return {
    id,
    code: formatCode(code),
    course: { id: courseId, title: courseTitle },
    cycle,
    holderName,
    creditHours,
    issuedOn,
    expiresOn,
    status: certificateStatus(row, now),
  };
}

const publicStatusOf = (row: CertificateRow, now: Date) => publicStatus(certificateStatus(row, now));

/** The cycle it renews and the one that renewed it, among all of the holder’s. */
function neighborsOf(row: CertificateRow, cycles: readonly CertificateRow[]) {
  const at = (cycle: number) =>
    cycles.find((each) => each.courseId === row.courseId && each.cycle === cycle) ?? null;
  const before = at(row.cycle - 1);
  return {
    renews: before?.isRenewed ? before : null,
    renewedAs: row.isRenewed ? at(row.cycle + 1) : null,
  };
}

function toCertificate(row: CertificateRow, cycles: readonly CertificateRow[], now: Date): Certificate {
  const toLink = (linked: CertificateRow | null): LinkedCertificate | null =>
    linked && {
      id: linked.id,
      code: formatCode(linked.code),
      issuedOn: linked.issuedOn,
      status: publicStatusOf(linked, now),
    };
  const { renews, renewedAs } = neighborsOf(row, cycles);
  return {
    ...toCertificateFields(row, now),
    revokedReason: row.revokedReason,
    renews: toLink(renews),
    renewedAs: toLink(renewedAs),
  };
}

/** As its holder, instructor and staff see it in lists. */
export async function getListed(ctx: AppContext, viewer: Viewer, id: number): Promise<Certificate> {
  const row = await requireCertificate(ctx, viewer, id);
  return toCertificate(row, await listCycles(ctx.db, row), ctx.clock.now());
}

export async function listCertificates(ctx: AppContext, viewer: Viewer): Promise<Certificate[]> {
  const rows = await listCertificateRows(ctx.db, { userId: viewer.id });
  return rows.map((row) => toCertificate(row, rows, ctx.clock.now()));
}

export async function requireCertificate(ctx: AppContext, viewer: Viewer, id: number) {
  const found = await findCertificate(ctx.db, { id, viewerId: viewer.id, ...scopeOf(viewer) });
  if (!found) throw new AppError('not_found', 'This certificate doesn’t exist, or it isn’t yours.');
  return found;
}

export const verifyUrlOf = (ctx: AppContext, code: string): string =>
  `${ctx.config.publicUrl}/verify/${formatCode(code)}`;

export async function getCertificate(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CertificateDetail> {
  const row = await requireCertificate(ctx, viewer, id);
  const isMine = row.userId === viewer.id;
  const [cycles, renewal, drawing] = await Promise.all([
    listCycles(ctx.db, row),
    isMine ? getRenewal(ctx, row) : null,
    toDraw(ctx, row).then((certificate) => drawCertificate(ctx, certificate)),
  ]);
  const { canManage, assessorName, moduleCount, version } = row;
  return {
    ...toCertificate(row, cycles, ctx.clock.now()),
    isMine,
    canManage,
    assessorName,
    moduleCount,
    verifyUrl: verifyUrlOf(ctx, row.code),
    drawing,
    version,
    history: cycles.map(({ id, code, cycle, issuedOn, expiresOn }) => ({
      id,
      code: formatCode(code),
      cycle,
      issuedOn,
      expiresOn,
    })),
    renewal,
  };
}

/** What is printed, on the template the certificate was issued with. */
async function toDraw(ctx: AppContext, row: CertificateRow): Promise<CertificateToDraw> {
  const { code, holderName, courseTitle, assessorName, moduleCount, creditHours, issuedOn, expiresOn } = row;
  const template = await findTemplateVersion(ctx.db, row.templateVersionId);
  if (!template) throw new Error(`Certificate ${row.id} names a template version that does not exist`);
  const { siteName } = await getSettings(ctx);
  return {
    layout: template.layout,
    url: verifyUrlOf(ctx, code),
    text: {
      name: holderName,
      certification: courseTitle,
      number: formatCode(code),
      assessor: assessorName || siteName,
      issued: formatFullDay(issuedOn),
      'valid-until': expiresOn ? formatFullDay(expiresOn) : NO_EXPIRY_TEXT,
      modules: formatModules(moduleCount),
      hours: formatCreditHours(creditHours ?? 0),
    },
  };
}

const fileNameOf = ({ code }: CertificateRow, ending: string) => `certificate-${formatCode(code)}.${ending}`;

export async function downloadCertificatePdf(
  ctx: AppContext,
  viewer: Viewer,
  { id, paper }: { id: number; paper: Paper },
): Promise<Download> {
  const row = await requireCertificate(ctx, viewer, id);
  const options = { paper, issuedAt: row.issuedAt, author: (await getSettings(ctx)).siteName };
  const pdf = await drawCertificatePdf(ctx, await toDraw(ctx, row), options);
  return { content: Readable.from([pdf]), fileName: fileNameOf(row, 'pdf') };
}

/** For posts on social networks. */
export async function downloadCertificateCard(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<Download> {
  const row = await requireCertificate(ctx, viewer, id);
  const options = { issuedAt: row.issuedAt, author: (await getSettings(ctx)).siteName };
  const picture = await drawCertificateCard(ctx, await toDraw(ctx, row), options);
  return { content: Readable.from([picture]), fileName: fileNameOf(row, 'png') };
}

/** Null: it never expires, was revoked, or has been renewed. */
async function getRenewal(ctx: AppContext, row: CertificateRow): Promise<Renewal | null> {
  const { expiresOn, renewalOpensAt } = row;
  if (!expiresOn || !renewalOpensAt || row.revokedAt || row.isRenewed) return null;
  const found = await findRenewalStanding(ctx.db, { certificateId: row.id, now: ctx.clock.now() });
  if (!found) return null;
  const { isInWindow, isEarned, renewalHours, hours, renewalCourseId, renewalCourseTitle } = found;
  return {
    isOpen: isInWindow,
    canRenew: isInWindow && isEarned,
    hours: renewalHours === null ? null : { needed: renewalHours, counted: hours },
    course:
      renewalCourseId === null
        ? null
        : { id: renewalCourseId, title: renewalCourseTitle ?? '', isCompleted: found.hasCompletedCourse },
    opensOn: dayAt(renewalOpensAt, row.timeZone),
    endsOn: expiresOn,
    newExpiresOn: found.newExpiresOn,
    lastDay: row.graceEndsAt && dayAt(new Date(row.graceEndsAt.getTime() - 1), row.timeZone),
  };
}

/** The day it is at this moment where the holder lives; `sv` writes days as 2026-11-14. */
const dayAt = (moment: Date, timeZone: string): string => moment.toLocaleDateString('sv', { timeZone });

/** Its holder, once the renewal is earned; whoever manages the course may vouch for the rest. */
export async function renewCertificate(ctx: AppContext, viewer: Viewer, id: number): Promise<Certificate> {
  const row = await requireCertificate(ctx, viewer, id);
  const isByHand = row.userId !== viewer.id;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const renewal = {
      userId: row.userId,
      certificateId: id,
      isByHand,
      issuedBy: isByHand ? viewer.id : null,
      now,
    };
    const issued = await renewHeld(ctx, tx, renewal);
    if (!issued) throw notRenewable(row, isByHand);
    if (isByHand) {
      const subject: [string, number] = ['certificate', issued.id];
      await recordAudit(ctx, tx, { actor: viewer, action: 'certificate.renew', subject, userId: row.userId });
    }
  });
  const [newest] = await listCycles(ctx.db, row).then((cycles) => cycles.toReversed());
  return getListed(ctx, viewer, newest?.id ?? id);
}

function notRenewable({ expiresAt, revokedAt }: CertificateRow, isByHand: boolean): AppError {
  if (revokedAt) return new AppError('conflict', 'This certificate was revoked. It can’t be renewed.');
  if (!expiresAt) return new AppError('conflict', 'This certificate never expires.');
  return new AppError(
    'conflict',
    isByHand
      ? 'Certificates can be renewed from 90 days before they expire until the end of their grace period, once each time.'
      : 'This certificate can’t be renewed yet. Its page says what is still missing.',
  );
}

/** Says nothing but what the certificate says. Codes can't be guessed, and the route limits how often one may try. */
export async function verifyCertificate(ctx: AppContext, typed: string): Promise<VerifiedCertificate> {
  const code = parseCode(typed);
  const row = code && (await findCertificateByCode(ctx.db, { code }));
  if (!row) {
    throw new AppError(
      'not_found',
      'No certificate has this number. It may be a slip of one letter: numbers never use the letters O or I, only zero and one.',
    );
  }
  const now = ctx.clock.now();
  const [{ siteName }, cycles] = await Promise.all([getSettings(ctx), listCycles(ctx.db, row)]);
  const { renews, renewedAs } = neighborsOf(row, cycles);
  const toLink = (linked: CertificateRow | null) =>
    linked && {
      code: formatCode(linked.code),
      issuedAt: linked.issuedOn,
      status: publicStatusOf(linked, now),
    };
  return {
    code: formatCode(row.code),
    holder: row.holderName,
    course: row.courseTitle,
    issuer: siteName,
    issuedAt: row.issuedOn,
    expiresAt: row.expiresOn,
    status: publicStatusOf(row, now),
    renews: toLink(renews),
    renewedAs: toLink(renewedAs),
  };
}

/** After a restore: holders may have got these reminders since the backup was made, so they don't get them again. */
export async function holdCertificateReminders(db: Db, now: Date): Promise<void> {
  await inTransaction(db, (tx) => insertDueReminders(tx, { now, limit: MAX_ID }));
}

export { findCourseRule, findRepeatedFor } from './certificate-issue.queries.ts';
export { findHeldCertificate } from './certificate.queries.ts';
