// The same key and body return the same response, however often and however many at once; the effect happens once.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import {
  deleteKeysBefore,
  findKey,
  insertKey,
  releaseKey,
  setKeyAnswer,
  setKeyOrder,
  takeOverKey,
  type KeyOf,
} from './idempotency.queries.ts';

/** Longer than a checkout may take; after that its process is considered dead. */
const CLAIM_MS = 20_000;
const WAIT_AT_MOST_MS = 9_000;
const OK = 200;
const DECLINED = 402;
const KEPT_MS = 7 * 86_400_000;

export type Claim = KeyOf;
type Asked = { scope: string; key: string | undefined; body: unknown };
/** `orderId`: the order an earlier attempt created before it ended without a response. */
type Work<A> = (claim: Claim | null, orderId: number | null) => Promise<Done<A>>;
/** `isKept`: the response was stored under its key together with the work. */
type Done<A> = { answer: A; isKept?: boolean };

/** Scopes the keys of one-step checkouts. */
export const simpleScope = (userId: number | null) => `simple-checkout ${userId ?? 'guest'}`;

export async function onceFor<A extends object>(
  ctx: AppContext,
  { scope, key, body }: Asked,
  work: Work<A>,
): Promise<A> {
  if (key === undefined) return (await work(null, null)).answer;
  const claim = { scope, key };
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const giveUpAt = performance.now() + WAIT_AT_MOST_MS;
  for (let pause = 30; performance.now() < giveUpAt; pause = Math.min(pause * 1.5, 400)) {
    const turn = await takeTurn(ctx, claim, bodyHash);
    if (turn.is === 'mine') return workOn(ctx, claim, turn.orderId, work);
    if (turn.is === 'answered') return answerAgain(turn.status, turn.answer) as A;
    await sleep(pause);
  }
  throw new AppError(
    'unavailable',
    'This order is being processed. Check again in a moment; it won’t be placed twice.',
  );
}

type Turn =
  | { is: 'mine'; orderId: number | null }
  | { is: 'answered'; status: number; answer: Record<string, unknown> | null }
  | { is: 'waiting' };

async function takeTurn(ctx: AppContext, claim: Claim, bodyHash: string): Promise<Turn> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const isFirst = await insertKey(ctx.db, { ...claim, bodyHash, claimedUntil: until, createdAt: now });
  if (isFirst) return { is: 'mine', orderId: null };
  const known = await findKey(ctx.db, claim);
  if (!known) return { is: 'waiting' };
  if (known.bodyHash !== bodyHash) {
    throw new AppError(
      'unprocessable',
      'This Idempotency-Key was used for another request. Use a new one for a new request.',
    );
  }
  if (known.status !== null) return { is: 'answered', status: known.status, answer: known.answer };
  if (known.claimedUntil >= now) return { is: 'waiting' };
  const taken = await takeOverKey(ctx.db, claim, { now, until });
  return taken ? { is: 'mine', orderId: taken.orderId } : { is: 'waiting' };
}

/** Successes and declines are final responses. Any other error allows another attempt with the same key. */
async function workOn<A extends object>(
  ctx: AppContext,
  claim: Claim,
  orderId: number | null,
  work: Work<A>,
): Promise<A> {
  try {
    const { answer, isKept } = await work(claim, orderId);
    if (!isKept) {
      await setKeyAnswer(ctx.db, claim, { status: OK, answer: { ...answer } as Record<string, unknown> });
    }
    return answer;
  } catch (error) {
    const isDeclined = error instanceof AppError && error.status === DECLINED;
    if (isDeclined) await setKeyAnswer(ctx.db, claim, { status: DECLINED, answer: { ...error.toBody() } });
    else await releaseKey(ctx.db, claim);
    throw error;
  }
}

function answerAgain(status: number, answer: Record<string, unknown> | null): unknown {
  if (status === OK) return answer;
  const { code, message } = answer as { code: ErrorCode; message: string };
  throw new AppError(code, message);
}

/**
 * Links the key to the order that was already pending; a new order is linked as it is created. The next attempt after a
 * crash finds it.
 */
export async function linkOrder(db: DbOrTx, claim: Claim, orderId: number): Promise<void> {
  await setKeyOrder(db, claim, orderId);
}

export async function forgetOldKeys(ctx: AppContext): Promise<void> {
  await deleteKeysBefore(ctx.db, { time: new Date(ctx.clock.now().getTime() - KEPT_MS) });
}

export { answerPaidSql, linkOrderSql } from './idempotency.queries.ts';
