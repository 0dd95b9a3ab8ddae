// Adding students to a course: people with an account get in at once, others are invited by email. Every line of the list
// gets an answer of its own, and one bad line stops no other.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { grantCourseAccess } from '#server/features/entitlement/grant.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
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
} from '#shared/features/teaching/teaching.rules.ts';
import type { AddReport } from '#shared/features/teaching/teaching.schema.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countOpenInvitations,
  deleteOpenInvitation,
  findNamedUser,
  listOpenInvitations,
  upsertInvitation,
} from './invitation.queries.ts';
import { teacherScope } from './student.service.ts';
import { requireTaughtCourse } from './teaching.service.ts';

type Course = Awaited<ReturnType<typeof requireTaughtCourse>>;
type Result = { outcome: AddOutcome; message: string };

const DAY_MS = 24 * 60 * 60_000;
/** Of one address and course: an invitation is no way to annoy whoever owns an address. */
const INVITATION_RATE = { points: 3, seconds: 24 * 3600 };

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
  const seen = new Map<string, number>();
  const results: AddReport['results'] = [];
  for (const { line, text } of lines) {
    const key = identityKey(text);
    const earlier = seen.get(key);
    seen.set(key, earlier ?? line);
    const result: Result =
      earlier === undefined
        ? await addStudent(ctx, viewer, { course, text, key })
        : { outcome: 'already', message: `The same as line ${earlier}.` };
    results.push({ line, text: text.slice(0, 300), ...result });
  }
  return { results };
}

type Named = { course: Course; text: string; key: string };

async function addStudent(ctx: AppContext, viewer: Viewer, { course, text, key }: Named): Promise<Result> {
  const user = await findNamedUser(ctx.db, { key });
  const isAddress = isEmailAddress(text);
  if (!user) {
    if (isAddress) return inviteStudent(ctx, viewer, { course, email: text, key });
    const message = text.includes('@')
      ? 'This isn’t an email address. Check it for typing mistakes.'
      : 'No account has this username. Use an email address to invite someone new.';
    return { outcome: 'refused', message };
  }
  if (user.state !== 'active') return { outcome: 'refused', message: 'This account is not active.' };
  if (user.id === course.instructorId) return { outcome: 'refused', message: 'Teaches this course.' };
  // Anyone can register with an address that isn't theirs: confirming it is what gets them in.
  if (isAddress && !user.isEmailVerified)
    return inviteStudent(ctx, viewer, { course, email: user.email, key });
  const now = ctx.clock.now();
  const item = { userId: user.id, itemType: 'course', itemId: course.id } as const;
  if (await hasLiveEntitlement(ctx.db, { ...item, now })) {
    return { outcome: 'already', message: 'Has this course already.' };
  }
  const isAdded = await inTransaction(ctx.db, async (tx) => {
    const grant = { userId: user.id, courseId: course.id, grantedBy: viewer.id, now };
    if (!(await grantCourseAccess(tx, { ...grant, reason: 'Added by the instructor' }))) return false;
    await sendAddedMail(ctx, tx, viewer, { to: user.email, firstName: user.firstName, course });
    return true;
  });
  return isAdded
    ? { outcome: 'added', message: 'Can start now, and knows by email.' }
    : { outcome: 'already', message: 'Has this course already.' };
}

type Invited = { course: Course; email: string; key: string };

async function inviteStudent(
  ctx: AppContext,
  viewer: Viewer,
  { course, email, key: emailKey }: Invited,
): Promise<Result> {
  const isAllowed = await ctx.limiter
    .take(`course-invitation ${course.id} ${emailKey}`, INVITATION_RATE)
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests') return false;
        throw error;
      },
    );
  if (!isAllowed) return { outcome: 'refused', message: 'Invited three times today. Try again tomorrow.' };
  const token = newToken();
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);
  const tokenHash = hashToken(token);
  await inTransaction(ctx.db, async (tx) => {
    const dates = { createdAt, expiresAt };
    await upsertInvitation(tx, {
      courseId: course.id,
      email,
      emailKey,
      tokenHash,
      invitedBy: viewer.id,
      ...dates,
    });
    await sendInvitationMail(ctx, tx, viewer, { to: email, course, token });
  });
  return {
    outcome: 'invited',
    message: `Gets in with the link we sent; it works for ${INVITATION_DAYS} days.`,
  };
}

type AddedMail = { to: string; firstName: string; course: Course };

async function sendAddedMail(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { to, firstName, course }: AddedMail,
): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const title = lineForMail(course.title);
  await queueMail(ctx, tx, {
    to,
    subject: `You’re in: ${title}`,
    text: [
      `Hello ${lineForMail(firstName)},`,
      `${lineForMail(fullNameOf(viewer))} added you to “${title}”. You have nothing to pay.`,
      `Start here:\n${ctx.config.publicUrl}/courses/${course.id}`,
      siteName,
    ].join('\n\n'),
  });
}

async function sendInvitationMail(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  { to, course, token }: { to: string; course: Course; token: string },
): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const title = lineForMail(course.title);
  await queueMail(ctx, tx, {
    to,
    subject: `An invitation to ${title}`,
    text: [
      'Hello,',
      `${lineForMail(fullNameOf(viewer))} invites you to “${title}” on ${siteName}. You have nothing to pay.`,
      `Open the invitation, then sign in or create an account:\n${ctx.config.publicUrl}/course-invitations/${token}`,
      `The link works for ${INVITATION_DAYS} days. If you didn’t expect it, ignore this email.`,
      siteName,
    ].join('\n\n'),
  });
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
