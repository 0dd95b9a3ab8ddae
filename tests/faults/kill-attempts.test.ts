// kill -9 of a server while learners answer a quiz: every acknowledged answer survives, and the attempt continues.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { courseWithQuiz, learnerOf } from '../server/quiz-tools.ts';
import { FULL, startTwoServers } from './two-servers.ts';

const LEARNERS = FULL ? 20 : 6;
const QUESTIONS = FULL ? 40 : 15;
const KILLS = FULL ? 5 : 1;

type Asked = { id: number };
type Saved = { attemptId: number; questionId: number; text: string };

const two = await startTwoServers();
const { ctx, servers, rows } = two;

it('loses no saved answer', { timeout: 400_000 }, async () => {
  two.setDelay(5);
  const OPEN = { kind: 'short_text' as const, content: {}, answerKey: { accepted: ['plié'] } };
  const questions = Array.from({ length: QUESTIONS }, () => OPEN);
  const { courseId, quizId } = await courseWithQuiz(ctx, { questions });

  /** Like a browser: without a response it retries, at whichever server accepts it. */
  async function ask<T>(path: string, cookie: string, init: { method: string; body?: object }): Promise<T> {
    for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
      const { url } = servers[Math.floor(Math.random() * servers.length)] ?? { url: '' };
      const answer = await fetch(url + path, {
        method: init.method,
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(init.body ?? {}),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null);
      if (answer?.ok) return (await answer.json().catch(() => ({}))) as T;
      if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
    }
    throw new Error(`${path} was not answered in two minutes`);
  }

  const acknowledged: Saved[] = [];
  const attempts: { id: number; cookie: string }[] = [];
  async function answerAll(): Promise<void> {
    const { cookie } = (await learnerOf(ctx, courseId)).headers;
    const start = { method: 'POST' };
    const attempt = await ask<{ id: number; questions: Asked[] }>(
      `/api/quizzes/${quizId}/attempts`,
      cookie,
      start,
    );
    attempts.push({ id: attempt.id, cookie });
    for (const { id: questionId } of attempt.questions) {
      // The second replaces the first: the last one acknowledged counts.
      for (const text of ['perhaps', 'plié']) {
        const path = `/api/attempts/${attempt.id}/answers/${questionId}`;
        await ask(path, cookie, { method: 'PUT', body: { answer: { text } } });
        acknowledged.push({ attemptId: attempt.id, questionId, text });
      }
    }
  }

  async function kill(): Promise<void> {
    const total = LEARNERS * QUESTIONS * 2;
    for (let killed = 0; killed < KILLS; killed++) {
      while (acknowledged.length < ((killed + 1) * total) / (KILLS + 2)) await sleep(5);
      servers[killed % 2]?.child.kill('SIGKILL');
      await two.restart(killed % 2);
    }
  }

  await Promise.all([kill(), ...Array.from({ length: LEARNERS }, answerAll)]);
  expect(acknowledged).toHaveLength(LEARNERS * QUESTIONS * 2);
  const saved = await rows<Saved>(
    `select attempt_id as "attemptId", question_id as "questionId", answer ->> 'text' as text from quiz_answers
     where attempt_id = any($1)`,
    [attempts.map(({ id }) => id)],
  );
  expect(saved).toHaveLength(LEARNERS * QUESTIONS);
  expect(saved.filter(({ text }) => text !== 'plié')).toEqual([]);
  for (const { id, cookie } of attempts) {
    const result = await ask<{ hasPassed: boolean }>(`/api/attempts/${id}/submit`, cookie, {
      method: 'POST',
    });
    expect(result.hasPassed).toBe(true);
  }
});
