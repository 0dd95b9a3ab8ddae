// Stamps a line at the foot of every page of a PDF. Documents may be broken, locked or crafted to be slow: then the
// result is a reason, never a crash or a long wait.
import { reusableWorker } from './worker-thread.ts';
import { printable } from './pdf-characters.ts';

export type StampTask = { bytes: Uint8Array; text: string };
/** `tail`: the bytes to append to the document. */
export type StampAnswer = { tail: Uint8Array } | { refused: string };
export type Stamped = StampAnswer | { busy: true };

/** Larger documents are not worth the memory for a line of text. */
export const MAX_STAMPED_BYTES = 64 * 1024 * 1024;
const MAX_TAIL_BYTES = 8 * 1024 * 1024;
/** A thousand pages take about two seconds. */
const MAX_MS = 15_000;
/** A request may take thirty seconds; rather than wait longer, send the document unstamped. */
const MAX_WAIT_MS = 10_000;

let waiting: Promise<unknown> = Promise.resolve();

/** One document at a time, because of the memory each may use. */
export async function stampPdf(
  { bytes, text }: StampTask,
  { maxMs = MAX_MS, maxWaitMs = MAX_WAIT_MS } = {},
): Promise<Stamped> {
  const deadline = Date.now() + maxWaitMs;
  const turn = waiting.then(async (): Promise<Stamped> => {
    if (Date.now() > deadline) return { busy: true };
    return stampInThread({ bytes, text: onPaper(text) }, maxMs);
  });
  waiting = turn.catch(() => {});
  return turn;
}

/** The font has no minus sign. */
const onPaper = (text: string) => printable(text).replaceAll('−', '-');

const inThread = reusableWorker<StampAnswer>(new URL('./pdf-stamp.worker.ts', import.meta.url), {
  maxMemoryMb: 512,
});

async function stampInThread(task: StampTask, maxMs: number): Promise<StampAnswer> {
  const answer = await inThread(task, maxMs);
  if ('tail' in answer && answer.tail.length > MAX_TAIL_BYTES) return { refused: 'it has too many pages' };
  return answer;
}
