// A line in the foot of every page of a document. A document may be broken, locked or built to be slow: then there is
// no line, and a reason; never a crash, and nobody waits longer than a few seconds.
import { reusableWorker } from './worker-thread.ts';
import { printable } from './pdf-characters.ts';

export type StampTask = { bytes: Uint8Array; words: string };
/** `tail`: what is added behind the document. */
export type StampAnswer = { tail: Uint8Array } | { refused: string };
export type Stamped = StampAnswer | { busy: true };

/** Larger documents are not read into memory for a line of text. */
export const MAX_STAMPED_BYTES = 64 * 1024 * 1024;
const MAX_TAIL_BYTES = 8 * 1024 * 1024;
/** A thousand pages take about two. */
const MAX_MS = 15_000;
/** A request ends after thirty: who would wait longer gets the document as it is. */
const MAX_WAIT_MS = 10_000;

let waiting: Promise<unknown> = Promise.resolve();

/** One document at a time: each may take as much memory as it is allowed. */
export async function stampPdf(
  { bytes, words }: StampTask,
  { maxMs = MAX_MS, maxWaitMs = MAX_WAIT_MS } = {},
): Promise<Stamped> {
  const deadline = Date.now() + maxWaitMs;
  const turn = waiting.then(async (): Promise<Stamped> => {
    if (Date.now() > deadline) return { busy: true };
    return stampInThread({ bytes, words: onPaper(words) }, maxMs);
  });
  waiting = turn.catch(() => {});
  return turn;
}

/** The font has a hyphen where receipts have a minus sign. */
const onPaper = (words: string) => printable(words).replaceAll('−', '-');

const inThread = reusableWorker<StampAnswer>(new URL('./pdf-stamp.worker.ts', import.meta.url), {
  maxMemoryMb: 512,
});

async function stampInThread(task: StampTask, maxMs: number): Promise<StampAnswer> {
  const answer = await inThread(task, maxMs);
  if ('tail' in answer && answer.tail.length > MAX_TAIL_BYTES) return { refused: 'it has too many pages' };
  return answer;
}
