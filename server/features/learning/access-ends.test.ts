// Access to a course ends with the next request after a refund, a lost dispute, a revoked grant, an expiry or a
// suspension: through every door, in sessions and pages that are already open.
import { expect, it } from 'vitest';
import { daysAfter } from '#server/clock.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { createGrant, revokeGrant } from '#shared/features/entitlement/grant.contract.ts';
import type { Attempt } from '#shared/features/quiz/quiz.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { suspendUser } from '#shared/features/user-admin/user-admin.contract.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { attachVideo, courseFile, learnerIn } from '../../../tests/server/learning-tools.ts';
import { courseWithQuiz } from '../../../tests/server/quiz-tools.ts';
import { dispute, hearGateway } from '../../../tests/server/refund-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const test = await testApp();
const { app, ctx, call } = test;
const reason = 'It was bought twice.';

async function aCourse() {
  const course = await courseWithQuiz(ctx, {}, { priceCents: 4900 });
  const video = await courseFile(ctx, { courseId: course.courseId });
  const captions = await courseFile(ctx, {
    courseId: course.courseId,
    parentId: video.id,
    kind: 'caption',
    language: 'en',
    contentType: 'text/vtt',
    seconds: null,
  });
  await attachVideo(ctx, course.lessonId, video.id);
  return { ...course, videoId: video.id, captionsId: captions.id };
}

type Course = Awaited<ReturnType<typeof aCourse>>;

const send = async (
  { headers }: Person,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  more: object = {},
) => app.inject({ method, url, headers: { ...headers, ...more }, ...(payload && { payload }) });

/** What someone with the course has open: the statuses of each door. */
async function doorsOf({ lessonId, quizId, videoId, captionsId }: Course, me: Person) {
  const started = await send(me, 'POST', `/api/quizzes/${quizId}/attempts`, {});
  const attempt: Partial<Attempt> = started.json();
  const questionId = attempt.questions?.[0]?.id ?? 1;
  return () =>
    Promise.all(
      [
        send(me, 'GET', `/api/lessons/${lessonId}`),
        send(me, 'GET', `/api/course-files/${videoId}`, undefined, { range: 'bytes=0-3' }),
        send(me, 'GET', `/api/course-files/${captionsId}`),
        send(me, 'PUT', `/api/lessons/${lessonId}/progress`, { position: 1, ranges: [] }),
        send(me, 'POST', `/api/lessons/${lessonId}/notes`, { text: 'Heels' }),
        send(me, 'GET', `/api/lessons/${lessonId}/discussion`),
        send(me, 'POST', `/api/lessons/${lessonId}/discussion`, { text: 'Why?' }),
        send(me, 'GET', `/api/quizzes/${quizId}`),
        send(me, 'POST', `/api/quizzes/${quizId}/attempts`, {}),
        send(me, 'GET', `/api/attempts/${attempt.id ?? 1}`),
        send(me, 'PUT', `/api/attempts/${attempt.id ?? 1}/answers/${questionId}`, { answer: null }),
        send(me, 'GET', `/api/quizzes/${quizId}/results`),
      ].map(async (asked) => (await asked).statusCode),
    );
}

async function buy(courseId: number, me: Person): Promise<number> {
  const items = [{ itemType: 'course', itemId: courseId }];
  const paid = await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good }, ...me });
  expect(paid.json()).toMatchObject({ status: 'paid' });
  return paid.json<{ orderId: number }>().orderId;
}

const WAYS: Record<string, (courseId: number) => Promise<{ me: Person; end: () => Promise<unknown> }>> = {
  'a refund': async (courseId) => {
    const me = await someone(ctx);
    const id = await buy(courseId, me);
    return {
      me,
      async end() {
        await call(refundOrder, { params: { id }, body: { reason, kind: 'whole' } }, 'admin');
        await ctx.jobs.drain();
      },
    };
  },
  'a lost dispute': async (courseId) => {
    const me = await someone(ctx);
    const id = await buy(courseId, me);
    return {
      me,
      async end() {
        await dispute(ctx, id, 'lost');
        await hearGateway(ctx, id);
      },
    };
  },
  'a revoked grant': async (courseId) => {
    const me = await someone(ctx);
    const item = { itemType: 'course', itemId: courseId };
    const granted = await call(createGrant, { body: { userId: me.id, item, reason } }, 'admin');
    const [grant] = granted.json<{ given: { id: number }[] }>().given;
    return {
      me,
      end: () => call(revokeGrant, { params: { id: grant?.id ?? 0 }, body: { reason } }, 'admin'),
    };
  },
  'an expiry': async (courseId) => {
    const me = await learnerIn(ctx, courseId);
    await ctx.pool.query('update entitlements set ends_at = $2 where user_id = $1', [
      me.id,
      daysAfter(ctx.clock.now(), 1),
    ]);
    return { me, end: async () => ctx.clock.advance(86_400_000) };
  },
  'a suspension': async (courseId) => {
    const me = await learnerIn(ctx, courseId);
    return { me, end: () => call(suspendUser, { params: { id: me.id }, body: { reason } }, 'admin') };
  },
};

it.each(Object.entries(WAYS))('%s ends access at once, through every door', async (_way, begin) => {
  const course = await aCourse();
  const { me, end } = await begin(course.courseId);
  const ask = await doorsOf(course, me);
  const before = await ask();
  expect(before.filter((status) => status >= 300)).toEqual([]);
  await end();
  const after = await ask();
  expect(after.filter((status) => ![401, 402, 403, 404].includes(status))).toEqual([]);
});
