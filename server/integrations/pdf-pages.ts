// Pictures of a document's first pages, drawn by PDFium. A document may be broken, locked or built to be slow: then
// there are no pictures, and a reason; never a crash, and nobody waits longer than a few seconds.
import { Worker } from 'node:worker_threads';
import { encodePixels, type EncodedImage } from './images.ts';

export type PdfTask = {
  bytes: Uint8Array;
  pages: number;
  width: number;
  /** No more than half of its pages, and of a single page the upper half. */
  isHalfHidden?: boolean;
};
type Pixels = { data: Uint8Array; width: number; height: number };
export type PdfAnswer = { pageCount: number; pictures: Pixels[] } | { refused: string };

export type PdfPages =
  | { isReadable: true; pageCount: number; pictures: EncodedImage[] }
  | { isReadable: false; reason: string };

/** A page takes a twentieth of a second; a poster full of shadows two. */
const MAX_MS = 15_000;
/** PDFium takes half a second to get ready, and documents come in crowds. */
const KEPT_READY_MS = 5000;

export async function renderPdfPages(task: PdfTask, { maxMs = MAX_MS } = {}): Promise<PdfPages> {
  const answer = await inTurn(() => drawInThread(task, maxMs));
  if ('refused' in answer) return { isReadable: false, reason: answer.refused };
  const pictures: EncodedImage[] = [];
  for (const pixels of answer.pictures) pictures.push(await encodePixels(pixels));
  return { isReadable: true, pageCount: answer.pageCount, pictures };
}

let last: Promise<unknown> = Promise.resolve();

/** One document at a time: each may take as much memory as it is allowed. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

let ready: { worker: Worker; leaving: NodeJS.Timeout } | undefined;

async function drawInThread(task: PdfTask, maxMs: number): Promise<PdfAnswer> {
  const worker = takeWorker();
  const failed = Promise.withResolvers<PdfAnswer>();
  const refuse = (refused: string) => () => failed.resolve({ refused });
  worker.once('error', (error: Error) => failed.resolve({ refused: error.message }));
  worker.once('exit', refuse('its reader ended'));
  const drawn = new Promise<PdfAnswer>((resolve) => worker.once('message', resolve));
  worker.postMessage(task, []);
  const timer = setTimeout(refuse('it takes too long to draw'), maxMs);
  const answer = await Promise.race([drawn, failed.promise]);
  clearTimeout(timer);
  for (const event of ['error', 'exit', 'message']) worker.removeAllListeners(event);
  // A reader that stumbled is not trusted with the next document.
  if ('refused' in answer) await worker.terminate();
  else keepReady(worker);
  return answer;
}

function takeWorker(): Worker {
  if (ready) {
    const { worker, leaving } = ready;
    ready = undefined;
    clearTimeout(leaving);
    return worker;
  }
  const worker = new Worker(new URL('./pdf-pages.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    // What PDFium has to say about a damaged file goes nowhere.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  return worker;
}

function keepReady(worker: Worker): void {
  // Without a listener, an error of a thread at rest would end the process.
  worker.on('error', () => {});
  const leaving = setTimeout(() => {
    ready = undefined;
    void worker.terminate();
  }, KEPT_READY_MS).unref();
  ready = { worker, leaving };
}
