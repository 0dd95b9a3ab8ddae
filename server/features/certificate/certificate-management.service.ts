// Managing certificates: instructors those of their courses, staff all. Everything staff or instructors do is audited.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { setCertificateHours } from '#server/features/credit/credit.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type * as contract from '#shared/features/certificate/certificate.contract.ts';
import {
  certificateStatus,
  defaultRule,
  formatCode,
  MAX_ISSUED_AT_ONCE,
  parseCode,
  parsePeople,
} from '#shared/features/certificate/certificate.rules.ts';
import type {
  Certificate,
  CertificateRuleSettings,
  IssueReport,
  IssuedCertificateRow,
} from '#shared/features/certificate/certificate.schema.ts';
import { statusLabel } from '#shared/features/certificate/standing.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { giveByHand } from './certificate-issue.service.ts';
import { sendIssuedMail, sendRevokedMail } from './certificate-mail.ts';
import {
  countIssued,
  findRule,
  findTaughtCourse,
  isUsableTemplate,
  type IssuedFilter,
  type IssuedRow,
  listIssued,
  listLiveHolders,
  listNamedUsers,
  markRevoked,
  setHolderName,
  upsertRule,
} from './certificate.queries.ts';
import { getListed, requireCertificate, scopeOf, toCertificateFields } from './certificate.service.ts';

type Filters = ContractParsed<typeof contract.exportIssuedCertificates>['query'];

const filterOf = (ctx: AppContext, viewer: Viewer, filters: Filters): IssuedFilter => ({
  ...filters,
  ...scopeOf(viewer),
  now: ctx.clock.now(),
});

export async function listIssuedCertificates(
  ctx: AppContext,
  viewer: Viewer,
  { page, ...filters }: Filters & { page: number },
) {
  const filter = filterOf(ctx, viewer, filters);
  const [total, rows] = await Promise.all([
    countIssued(ctx.db, filter),
    listIssued(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map((row) => toIssued(row, filter.now)), total, page, pageSize: PAGE_SIZE };
}

function toIssued(row: IssuedRow, now: Date): IssuedCertificateRow {
  const user = { id: row.userId, name: row.holderName, username: row.username };
  return { ...toCertificateFields(row, now), isRenewed: row.isRenewed, source: row.source, user };
}

const CSV_COLUMNS = [
  { header: 'Number', key: 'code' },
  { header: 'Holder', key: 'holderName' },
  { header: 'Username', key: 'username' },
  { header: 'Course', key: 'courseTitle' },
  { header: 'Cycle', key: 'cycle' },
  { header: 'Issued', key: 'issuedOn' },
  { header: 'Valid until', key: 'expiresOn' },
  { header: 'Status', key: 'status' },
];
const CSV_BATCH = 200;

export async function exportIssuedCertificates(
  ctx: AppContext,
  viewer: Viewer,
  filters: Filters,
): Promise<Download> {
  const subject: [string, string] = ['certificate', 'all'];
  await recordAudit(ctx, ctx.db, { actor: viewer, action: 'certificate.export', subject });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { content: renderCsv(ctx, filterOf(ctx, viewer, filters)), fileName: `certificates-${day}.csv` };
}

async function* renderCsv(ctx: AppContext, filter: IssuedFilter): AsyncGenerator<string> {
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let offset = 0; ; offset += CSV_BATCH) {
    const rows = await listIssued(ctx.db, filter, { limit: CSV_BATCH, offset });
    const lines = rows.map((row) => ({
      ...row,
      code: formatCode(row.code),
      status: statusLabel(certificateStatus(row, filter.now), row.isRenewed),
    }));
    yield stringify(lines, { columns: CSV_COLUMNS, escape_formulas: true });
    if (rows.length < CSV_BATCH) return;
  }
}

async function requireTaughtCourse(ctx: AppContext, viewer: Viewer, id: number) {
  const course = await findTaughtCourse(ctx.db, { id, ...scopeOf(viewer) });
  if (!course)
    throw new AppError('not_found', 'This course doesn’t exist, or another instructor teaches it.');
  return course;
}

async function requireManaged(ctx: AppContext, viewer: Viewer, id: number) {
  const row = await requireCertificate(ctx, viewer, id);
  if (!row.canManage) throw new AppError('forbidden', 'Only the course’s instructor and staff can do this.');
  return row;
}

type Person = { line: number; text: string; name: string | null };
type Judged = { person: Person; user: { id: number } | null; problem: string | null };

/** Who each line means, and why it can't have a certificate, if so. Three statements, however long the list. */
async function judgePeople(
  ctx: AppContext,
  viewer: Viewer,
  course: { id: number; instructorId: number },
  people: Person[],
): Promise<Judged[]> {
  const keys = people.map(({ text }) => identityKey(text));
  const users = await listNamedUsers(ctx.db, { keys });
  const byKey = new Map([
    ...users.map((user) => [user.usernameKey, user] as const),
    ...users.map((user) => [user.emailKey, user] as const),
  ]);
  const userIds = users.map(({ id }) => id);
  const holders = await listLiveHolders(ctx.db, { courseId: course.id, userIds, now: ctx.clock.now() });
  const seen = new Map<number, number>();
  return people.map((person, at) => {
    const user = byKey.get(keys[at] ?? '') ?? null;
    const earlier = user && seen.get(user.id);
    if (user && !earlier) seen.set(user.id, person.line);
    return {
      person,
      user,
      problem: problemWith({ user, earlier: earlier ?? null, viewer, course, holders }),
    };
  });
}

function problemWith({
  user,
  earlier,
  viewer,
  course,
  holders,
}: {
  user: { id: number; state: string } | null;
  earlier: number | null;
  viewer: Viewer;
  course: { instructorId: number };
  holders: Set<number>;
}): string | null {
  if (!user) return 'No account has this confirmed email address or username.';
  if (earlier) return `The same person as in line ${earlier}.`;
  if (user.state !== 'active') return 'This account isn’t active.';
  if (user.id === viewer.id) return 'Nobody can issue a certificate to themselves.';
  if (user.id === course.instructorId) return 'Teaches this course.';
  return holders.has(user.id) ? 'Holds a valid certificate of this course.' : null;
}

async function giveTo(
  ctx: AppContext,
  viewer: Viewer,
  { courseId, userId, holderName }: { courseId: number; userId: number; holderName: string | null },
): Promise<number | null> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const issued = await giveByHand(ctx, tx, { userId, courseId, holderName, issuedBy: viewer.id, now });
    if (!issued) return null;
    const subject: [string, number] = ['certificate', issued.id];
    await recordAudit(ctx, tx, { actor: viewer, action: 'certificate.issue', subject, userId });
    return issued.id;
  });
}

type IssueInput = ContractParsed<typeof contract.issueCertificate>['body'];

export async function issueCertificate(
  ctx: AppContext,
  viewer: Viewer,
  { courseId, user: text, holderName }: IssueInput,
): Promise<Certificate> {
  const course = await requireTaughtCourse(ctx, viewer, courseId);
  const [judged] = await judgePeople(ctx, viewer, course, [{ line: 1, text, name: null }]);
  if (!judged?.user || judged.problem)
    throw new AppError('unprocessable', judged?.problem ?? 'Nobody found.');
  const id = await giveTo(ctx, viewer, {
    courseId,
    userId: judged.user.id,
    holderName: holderName ?? null,
  });
  if (id === null) throw new AppError('conflict', 'Holds a valid certificate of this course.');
  return getListed(ctx, viewer, id);
}

type BulkInput = { id: number } & ContractParsed<typeof contract.issueCertificates>['body'];

/** Each line stands alone: a bad one stops no other, and running the same list again issues nothing twice. */
export async function issueCertificates(
  ctx: AppContext,
  viewer: Viewer,
  { id, people: pasted, isDryRun }: BulkInput,
): Promise<IssueReport> {
  const course = await requireTaughtCourse(ctx, viewer, id);
  const people = parsePeople(pasted);
  if (people.length === 0) throw new AppError('unprocessable', 'Add at least one email address or username.');
  if (people.length > MAX_ISSUED_AT_ONCE) {
    throw new AppError('unprocessable', `Issue at most ${MAX_ISSUED_AT_ONCE} certificates at once.`);
  }
  const results: IssueReport['results'] = [];
  for (const { person, user, problem } of await judgePeople(ctx, viewer, course, people)) {
    const { line, text, name: holderName } = person;
    const shown = { line, text: text.slice(0, 300) };
    if (!user || problem) {
      results.push({ ...shown, outcome: 'refused', message: problem ?? '' });
    } else if (isDryRun) {
      results.push({ ...shown, outcome: 'would-issue', message: 'Would get a certificate.' });
    } else {
      const given = await giveTo(ctx, viewer, { courseId: id, userId: user.id, holderName });
      results.push(
        given === null
          ? { ...shown, outcome: 'refused', message: 'Holds a valid certificate of this course.' }
          : { ...shown, outcome: 'issued', message: 'Issued, and told by email.' },
      );
    }
  }
  return { results };
}

export async function revokeCertificate(
  ctx: AppContext,
  viewer: Viewer,
  { id, reason }: { id: number; reason: string },
): Promise<Certificate> {
  const row = await requireManaged(ctx, viewer, id);
  if (row.userId === viewer.id) throw new AppError('forbidden', 'Nobody can revoke their own certificate.');
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markRevoked(tx, { id, reason, revokedBy: viewer.id, now }))) {
      throw new AppError('conflict', 'This certificate has been revoked already.');
    }
    await setCertificateHours(tx, { id, isCounted: false });
    await sendRevokedMail(ctx, tx, { ...row, reason });
    const entry = {
      subject: ['certificate', id] as [string, number],
      userId: row.userId,
      details: { reason },
    };
    await recordAudit(ctx, tx, { actor: viewer, action: 'certificate.revoke', ...entry });
  });
  return getListed(ctx, viewer, id);
}

export async function renameCertificate(
  ctx: AppContext,
  viewer: Viewer,
  { id, holderName, reason }: { id: number; holderName: string; reason: string },
): Promise<Certificate> {
  const row = await requireManaged(ctx, viewer, id);
  const { version, userId, holderName: before } = row;
  if (row.revokedAt) throw new AppError('conflict', 'This certificate was revoked.');
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await setHolderName(tx, { id, version, holderName, reason, by: viewer.id, now }))) {
      throw new AppError('conflict', 'Someone else has just changed this name. Reload the page to see it.');
    }
    const entry = {
      subject: ['certificate', id] as [string, number],
      userId,
      details: { before, after: holderName, reason },
    };
    await recordAudit(ctx, tx, { actor: viewer, action: 'certificate.rename', ...entry });
  });
  return getListed(ctx, viewer, id);
}

export async function resendCertificate(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const row = await requireManaged(ctx, viewer, id);
  if (row.revokedAt)
    throw new AppError('conflict', 'This certificate was revoked. There is nothing to send.');
  const { renews } = await getListed(ctx, viewer, id);
  await inTransaction(ctx.db, async (tx) => {
    await sendIssuedMail(ctx, tx, { ...row, renewsCode: renews && parseCode(renews.code) });
    const entry = { subject: ['certificate', id] as [string, number], userId: row.userId };
    await recordAudit(ctx, tx, { actor: viewer, action: 'certificate.resend', ...entry });
  });
}

export async function getCertificateRule(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CertificateRuleSettings> {
  const course = await requireTaughtCourse(ctx, viewer, id);
  const rule = await findRule(ctx.db, { courseId: id });
  return rule ?? { ...defaultRule(course), templateId: null, renewalCourseId: null };
}

export async function saveCertificateRule(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...rule }: { id: number } & CertificateRuleSettings,
): Promise<CertificateRuleSettings> {
  const course = await requireTaughtCourse(ctx, viewer, id);
  if (rule.renewalCourseId === id) {
    throw new AppError('unprocessable', 'A course can’t renew its own certificate. Choose another one.');
  }
  if (rule.renewalCourseId !== null) {
    const renewal = await findTaughtCourse(ctx.db, {
      id: rule.renewalCourseId,
      teacherId: course.instructorId,
      isStaff: scopeOf(viewer).isStaff,
    });
    if (!renewal) throw new AppError('unprocessable', 'Choose one of your own courses for the renewal.');
  }
  const { templateId } = rule;
  const { instructorId } = course;
  if (templateId !== null && !(await isUsableTemplate(ctx.db, { id: templateId, instructorId }))) {
    throw new AppError('unprocessable', 'Choose a template of the platform, or publish your own first.');
  }
  await inTransaction(ctx.db, async (tx) => {
    await upsertRule(tx, { courseId: id, by: viewer.id, now: ctx.clock.now(), ...rule });
    const subject: [string, number] = ['course', id];
    await recordAudit(ctx, tx, { actor: viewer, action: 'certificate.rule', subject, details: rule });
  });
  return rule;
}
