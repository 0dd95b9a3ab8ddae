// Adding students to a course: people with an account get in at once, others are invited by email. Every line of the list
// gets an answer of its own, and one bad line stops no other. A list of 500 takes the same few statements as one of five.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit } from '#server/features/course/course-access.service.ts';
import { listHoldersAmong } from '#server/features/entitlement/entitlement.service.ts';
import { grantCourseAccessToMany } from '#server/features/entitlement/grant.service.ts';
import { claimMailQuotas, type Mail, type MailQuota, queueMails } from '#server/platform/mail.service.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import {
  INVITATION_DAYS,
  isEmailAddress,
  MAX_ADDED_STUDENTS,
  parseStudentLines,
  type AddOutcome,
  type StudentLine,
} from '#shared/features/teaching/teaching.rules.ts';
import type { AddReport } from '#shared/features/teaching/teaching.schema.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import {
  countOpenInvitations,
  deleteOpenInvitation,
  listNamedUsers,
  listOpenInvitations,
  type NamedUser,
  upsertInvitations,
} from './invitation.queries.ts';
import { teacherScope } from './student.service.ts';
import { requireTaughtCourse } from './teaching.service.ts';

type Course = Awaited<ReturnType<typeof requireTaughtCourse>>;
type Result = { outcome: AddOutcome; message: string };
type Invitee = { email: string; emailKey: string };
/** What is to become of a line. */
type Plan = { line: number; text: string } & (
  | { result: Result }
  | { user: NamedUser }
  | { invitee: Invitee }
);

const DAY_MS = 24 * 60 * 60_000;
/** Of one sender, whatever the course: an invitation is no way to send mass mail. */
export const MAILS_PER_DAY = 1000;

export async function addStudents(
  ctx: AppContext,
  viewer: Viewer,
  { id, people }: { id: number; people: string },
): Promise<AddReport> {
  const course = await requireTaughtCourse(ctx, viewer, id);
  if (!course.isPublished) {
    throw new AppError('unprocessable', 'Publish this course first. Then you can add students to it.');
  }
  const lines = parseStudentLines(people);
  if (lines.length === 0) throw new AppError('unprocessable', 'Add at least one email address or username.');
  if (lines.length > MAX_ADDED_STUDENTS) {
    throw new AppError('unprocessable', `Add at most ${MAX_ADDED_STUDENTS} people at once.`);
  }
  const plans = await planLines(ctx, course, lines);
  const results = await inTransaction(ctx.db, async (tx) => {
    const added = await addUsers(ctx, tx, viewer, course, plans);
    const invited = await inviteAddresses(ctx, tx, viewer, course, plans);
    if (added.size > 0 || invited.size > 0) {
      const details = { added: [...added.keys()], invited: invited.size };
      await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.add-students', details });
    }
    return plans.map(({ line, text, ...plan }) => {
      if ('result' in plan) return { line, text, ...plan.result };
      if ('user' in plan) return { line, text, ...(added.get(plan.user.id) ?? ALREADY) };
      return { line, text, ...(invited.get(plan.invitee.emailKey) ?? ALREADY) };
    });
  });
  return { results };
}

const ALREADY: Result = { outcome: 'already', message: 'Has this course already.' };
const refused = (message: string): Result => ({ outcome: 'refused', message });

async function planLines(ctx: AppContext, course: Course, lines: readonly StudentLine[]): Promise<Plan[]> {
  const keys = [...new Set(lines.map(({ text }) => identityKey(text)))];
  const users = await listNamedUsers(ctx.db, { keys });
  const item = { itemType: 'course', itemId: course.id, now: ctx.clock.now() } as const;
  const userIds = [...users.values()].map(({ id }) => id);
  const holders = new Set(await listHoldersAmong(ctx.db, { ...item, userIds }));
  const seen = new Map<string, number>();
  return lines.map(({ line, text }) => {
    const key = identityKey(text);
    const user = users.get(key) ?? null;
    // The same person may be on the list by email address and by username.
    const person = user ? `user ${user.id}` : key;
    const earlier = seen.get(person);
    seen.set(person, earlier ?? line);
    const about = { line, text: text.slice(0, 300) };
    if (earlier !== undefined) {
      return { ...about, result: { outcome: 'already', message: `The same as line ${earlier}.` } };
    }
    return { ...about, ...planPerson(course, { text, key, user, holders }) };
  });
}

type Named = { text: string; key: string; user: NamedUser | null; holders: ReadonlySet<number> };

function planPerson(course: Course, { text, key, user, holders }: Named) {
  const isAddress = isEmailAddress(text);
  if (!user) {
    if (isAddress) return { invitee: { email: text, emailKey: key } };
    const message = text.includes('@')
      ? 'This isn’t an email address. Check it for typing mistakes.'
      : 'No account has this username. Use an email address to invite someone new.';
    return { result: refused(message) };
  }
  if (user.state !== 'active') return { result: refused('This account is not active.') };
  if (user.id === course.instructorId) return { result: refused('Teaches this course.') };
  // Anyone can register with an address that isn't theirs: confirming it is what gets them in.
  if (isAddress && !user.isEmailVerified) return { invitee: { email: user.email, emailKey: key } };
  return holders.has(user.id) ? { result: ALREADY } : { user };
}

async function addUsers(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  course: Course,
  plans: readonly Plan[],
): Promise<Map<number, Result>> {
  const users = plans.flatMap((plan) => ('user' in plan ? [plan.user] : []));
  const granted = new Set(
    await grantCourseAccessToMany(tx, {
      userIds: users.map(({ id }) => id),
      courseId: course.id,
      grantedBy: viewer.id,
      reason: 'Added by the instructor',
      now: ctx.clock.now(),
    }),
  );
  const added = users.filter(({ id }) => granted.has(id));
  const quotas = await claimQuotas(ctx, tx, viewer, {
    kind: 'course-added',
    to: added.map(({ email }) => email),
  });
  const told = added.filter(({ email }) => quotas.get(email) === 'claimed');
  const { siteName } = await getSettings({ db: tx });
  await queueMails(
    ctx,
    tx,
    told.map((user) => addedMail(ctx, viewer, { user, course, siteName })),
  );
  const isTold = new Set(told.map(({ id }) => id));
  return new Map(
    added.map(({ id }) => {
      const message = isTold.has(id)
        ? 'Can start now, and knows by email.'
        : 'Can start now. We sent no email: it would be one too many today.';
      return [id, { outcome: 'added', message }];
    }),
  );
}

/** Counted before anything is sent: the limits of whoever sends, and of whoever receives. */
async function claimQuotas(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  asked: { kind: 'course-added' | 'course-invitation'; to: readonly string[] },
): Promise<Map<string, MailQuota>> {
  if (asked.to.length === 0) return new Map();
  return claimMailQuotas(ctx, tx, { ...asked, sender: { userId: viewer.id, perDay: MAILS_PER_DAY } });
}

async function inviteAddresses(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  course: Course,
  plans: readonly Plan[],
): Promise<Map<string, Result>> {
  const invitees = plans.flatMap((plan) => ('invitee' in plan ? [plan.invitee] : []));
  const to = invitees.map(({ email }) => email);
  const quotas = await claimQuotas(ctx, tx, viewer, { kind: 'course-invitation', to });
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
  const invited = invitees
    .filter(({ email }) => quotas.get(email) === 'claimed')
    .map((invitee) => ({ ...invitee, token: newToken() }));
  await upsertInvitations(
    tx,
    invited.map(({ email, emailKey, token }) => {
      const dates = { createdAt, expiresAt };
      const tokenHash = hashToken(token);
      return { courseId: course.id, email, emailKey, tokenHash, invitedBy: viewer.id, ...dates };
    }),
  );
  const { siteName } = await getSettings({ db: tx });
  await queueMails(
    ctx,
    tx,
    invited.map(({ email, token }) => invitationMail(ctx, viewer, { to: email, token, course, siteName })),
  );
  return new Map(invitees.map(({ email, emailKey }) => [emailKey, invitationResult(quotas.get(email))]));
}

function invitationResult(quota: MailQuota | undefined): Result {
  if (quota === 'claimed') {
    const message = `Gets in with the link we sent; it works for ${INVITATION_DAYS} days.`;
    return { outcome: 'invited', message };
  }
  return refused(
    quota === 'sender had enough'
      ? `You’ve sent ${MAILS_PER_DAY.toLocaleString('en-US')} emails today. Try again tomorrow.`
      : 'This address has had several invitations today. Try again tomorrow.',
  );
}

type AddedMail = { user: NamedUser; course: Course; siteName: string };

function addedMail(ctx: AppContext, viewer: Viewer, { user, course, siteName }: AddedMail): Mail {
  const title = lineForMail(course.title);
  return {
    kind: 'course-added',
    to: user.email,
    userId: user.id,
    link: `/courses/${course.id}`,
    subject: `You’re in: ${title}`,
    text: [
      `Hi ${lineForMail(user.firstName)},`,
      `${lineForMail(fullNameOf(viewer))} added you to ${quoteAtEnd(title)} You have nothing to pay.`,
      `Start here:\n${ctx.config.publicUrl}/courses/${course.id}`,
      siteName,
    ].join('\n\n'),
  };
}

type InvitationMail = { to: string; token: string; course: Course; siteName: string };

function invitationMail(
  ctx: AppContext,
  viewer: Viewer,
  { to, token, course, siteName }: InvitationMail,
): Mail {
  const title = lineForMail(course.title);
  return {
    kind: 'course-invitation',
    to,
    link: `/course-invitations/${token}`,
    subject: `An invitation to ${title}`,
    text: [
      'Hi,',
      `${lineForMail(fullNameOf(viewer))} invites you to “${title}” on ${siteName}. You have nothing to pay.`,
      `Open the invitation, then sign in or create an account:\n${ctx.config.publicUrl}/course-invitations/${token}`,
      `The link works for ${INVITATION_DAYS} days. If you didn’t expect it, ignore this email.`,
      siteName,
    ].join('\n\n'),
  };
}

export async function listInvitations(ctx: AppContext, viewer: Viewer, { page }: { page: number }) {
  const scope = { ...teacherScope(viewer), now: ctx.clock.now() };
  const [total, rows] = await Promise.all([
    countOpenInvitations(ctx.db, scope),
    listOpenInvitations(ctx.db, { ...scope, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map(({ createdAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}

export async function deleteInvitation(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  if (await deleteOpenInvitation(ctx.db, { id, ...teacherScope(viewer) })) return;
  throw new AppError('not_found', 'This invitation doesn’t exist any more.');
}
