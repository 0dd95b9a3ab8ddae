// Pictures of a document's first pages, drawn by PDFium. A document may be broken, locked or built to be slow: then
// there are no pictures, and a reason; never a crash, and nobody waits longer than a few seconds.
import { encodePixels, type EncodedImage } from './images.ts';
import { reusableWorker } from './worker-thread.ts';

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

const drawInThread = reusableWorker<PdfAnswer>(new URL('./pdf-pages.worker.ts', import.meta.url), {
  maxMemoryMb: 128,
});
