// Renders the first pages of a PDF with PDFium. Documents may be broken, locked or crafted to be slow: then the result
// is a reason instead of pictures, never a crash or a long wait.
import { encodePixels, type EncodedImage } from './images.ts';
import { reusableWorker } from './worker-thread.ts';

export type PdfTask = {
  bytes: Uint8Array;
  pages: number;
  width: number;
  /** At most half of the pages, or the upper half of a single page. */
  isHalfHidden?: boolean;
};
type Pixels = { data: Uint8Array; width: number; height: number };
export type PdfAnswer = { pageCount: number; pictures: Pixels[] } | { refused: string };

export type PdfPages =
  | { isReadable: true; pageCount: number; pictures: EncodedImage[] }
  | { isReadable: false; reason: string };

/** A page takes about 50 ms, a complex poster two seconds. */
const MAX_MS = 15_000;

export async function renderPdfPages(task: PdfTask, { maxMs = MAX_MS } = {}): Promise<PdfPages> {
  const answer = await inTurn(() => drawInThread(task, maxMs));
  if ('refused' in answer) return { isReadable: false, reason: answer.refused };
  const pictures: EncodedImage[] = [];
  for (const pixels of answer.pictures) pictures.push(await encodePixels(pixels));
  return { isReadable: true, pageCount: answer.pageCount, pictures };
}

let last: Promise<unknown> = Promise.resolve();

/** One document at a time, because of the memory each may use. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}

const drawInThread = reusableWorker<PdfAnswer>(new URL('./pdf-pages.worker.ts', import.meta.url), {
  maxMemoryMb: 128,
});
