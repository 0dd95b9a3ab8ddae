// Emails about questions under lessons: to the instructor about a new one, to whoever asked about an answer.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { hasLiveEntitlement } from '#server/features/entitlement/entitlement.service.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { shortNameOf } from '#shared/names.ts';
import { endSentence } from '#shared/quote.ts';
import { countOpenQuestions, findPostParties, type PostParties } from './discussion.queries.ts';

type NewPost = { id: number; questionId: number | null; text: string; author: Viewer };

export async function sendPostMail(ctx: AppContext, tx: Tx, post: NewPost): Promise<void> {
  const parties = await findPostParties(tx, { id: post.id });
  if (post.questionId === null) await sendQuestionMail(ctx, tx, post, parties);
  else await sendAnswerMail(ctx, tx, post, parties);
}

/** A busy course doesn't fill a mailbox: one email an hour, which says how many questions wait. */
async function sendQuestionMail(ctx: AppContext, tx: Tx, post: NewPost, parties: PostParties): Promise<void> {
  const { instructor, lesson, course } = parties;
  if (instructor.id === post.author.id || instructor.state !== 'active') return;
  if (!(await claimMailQuota(ctx, tx, { to: instructor.email, kind: 'new-question' }))) return;
  const { siteName } = await getSettings({ db: tx });
  const others = (await countOpenQuestions(tx, { teacherId: instructor.id })) - 1;
  await queueMail(ctx, tx, {
    kind: 'course-question',
    to: instructor.email,
    link: pathOf(parties),
    about: { type: 'course', ...course },
    subject: `New question: ${lineForMail(lesson.title)}`,
    text: [
      `Hi ${lineForMail(instructor.firstName)},`,
      `${lineForMail(shortNameOf(post.author))} asked under “${lineForMail(lesson.title)}” in ${lineForMail(course.title)}:`,
      post.text,
      `Answer here:\n${addressOf(ctx, parties)}`,
      ...(others > 0
        ? [
            `${others === 1 ? 'One more question waits' : `${others} more questions wait`} for you:\n${ctx.config.publicUrl}/instructor/dashboard`,
          ]
        : []),
      siteName,
    ].join('\n\n'),
  });
}

/** Without the answer itself: it belongs to the course, and nobody can have us email their words to a classmate. */
async function sendAnswerMail(ctx: AppContext, tx: Tx, post: NewPost, parties: PostParties): Promise<void> {
  const { asker, instructor, lesson, course } = parties;
  if (!asker || asker.id === post.author.id || asker.state !== 'active') return;
  const place = { userId: asker.id, itemType: 'course', itemId: course.id } as const;
  if (!(await hasLiveEntitlement(tx, { ...place, now: ctx.clock.now() }))) return;
  if (!(await claimMailQuota(ctx, tx, { to: asker.email, kind: 'new-answer' }))) return;
  const { siteName } = await getSettings({ db: tx });
  const who = instructor.id === post.author.id ? 'Your instructor' : lineForMail(shortNameOf(post.author));
  await queueMail(ctx, tx, {
    kind: 'course-answer',
    to: asker.email,
    link: pathOf(parties),
    about: { type: 'course', ...course },
    subject: `Answered: your question about ${lineForMail(lesson.title)}`,
    text: [
      `Hi ${lineForMail(asker.firstName)},`,
      `${who} answered your question under “${lineForMail(lesson.title)}” in ${endSentence(lineForMail(course.title))}`,
      `Read it here:\n${addressOf(ctx, parties)}`,
      siteName,
    ].join('\n\n'),
  });
}

const pathOf = ({ course, lesson }: PostParties) => `/courses/${course.id}/lessons/${lesson.id}#questions`;
const addressOf = (ctx: AppContext, parties: PostParties) => ctx.config.publicUrl + pathOf(parties);
