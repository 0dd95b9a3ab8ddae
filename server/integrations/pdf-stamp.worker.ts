// Stamps a line at the foot of every page of a PDF, in a thread that can be terminated at any time. The document is
// left unchanged: the stamp is an incremental update appended to it, and only that is returned.
import { parentPort } from 'node:worker_threads';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { StampAnswer, StampTask } from './pdf-stamp.ts';

const FONT_KEY = PDFName.of('ReleveLicence');
const SIZE = 7.5;
const SMALLEST = 3;
const MARGIN = 22;
const FOOT = 12;
/** Readable on white and on black. */
const INK = '0.45 0.42 0.46';

async function stamp({ bytes, text }: StampTask): Promise<StampAnswer> {
  const doc = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true });
  const { context } = doc;
  // Otherwise the library searches the container of every changed object, which takes half a minute for a thousand
  // pages. We know what changes.
  delete context.snapshot;
  const lastBefore = context.largestObjectNumber;
  const pages = doc.getPages();
  if (pages.length === 0) return { refused: 'it has no pages' };
  const font = await doc.embedFont(StandardFonts.Helvetica);
  const changed = new Set<number>();
  const streams = new Map<string, PDFRef>();
  for (const page of pages) {
    const drawn = drawingFor(page, font, text);
    const ref = streams.get(drawn) ?? context.register(context.stream(drawn));
    streams.set(drawn, ref);
    addToPage(page, ref, font.ref);
    changed.add(page.ref.objectNumber);
  }
  const { pdfSize, prevStartXRef, useObjectStreams } = context.pdfFileDetails;
  const nothing = () => {};
  const tail = await doc.saveIncremental(
    {
      pdfSize,
      prevStartXRef,
      deletedCount: 0,
      shouldSave: (number) => number > lastBefore || changed.has(number),
      markRefForSave: nothing,
      markRefsForSave: nothing,
      markObjForSave: nothing,
      markObjsForSave: nothing,
      markDeletedRef: nothing,
      markDeletedObj: nothing,
      deletedRef: () => null,
    },
    { useObjectStreams },
  );
  return (await isReadable(bytes, tail, pages.length))
    ? { tail }
    : { refused: 'it could not be read afterwards' };
}

/** Wraps the page's content so it cannot affect the line after it. Shared objects are copied, not changed. */
function addToPage({ node, doc: { context } }: PDFPage, line: PDFRef, font: PDFRef): void {
  const contents = node.Contents();
  const entry = node.get(PDFName.of('Contents'));
  const before = contents instanceof PDFArray ? contents.asArray() : entry instanceof PDFRef ? [entry] : [];
  node.set(
    PDFName.of('Contents'),
    context.obj([
      context.getPushGraphicsStateContentStream(),
      ...before,
      context.getPopGraphicsStateContentStream(),
      line,
    ]),
  );
  const resources = node.Resources()?.clone(context) ?? context.obj({});
  const fonts = resources.lookupMaybe(PDFName.Font, PDFDict)?.clone(context) ?? context.obj({});
  fonts.set(FONT_KEY, font);
  resources.set(PDFName.Font, fonts);
  node.set(PDFName.Resources, resources);
}

/** At the foot as displayed, whatever the page's rotation. */
function drawingFor(page: PDFPage, font: PDFFont, text: string): string {
  const { x, y, width, height } = page.getCropBox();
  const turn = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const across = turn % 180 === 0 ? width : height;
  const fitting = (SIZE * (across - 2 * MARGIN)) / font.widthOfTextAtSize(text, SIZE);
  const size = Math.max(SMALLEST, Math.min(SIZE, fitting));
  const places: Record<typeof turn, readonly number[]> = {
    0: [1, 0, 0, 1, x + MARGIN, y + FOOT],
    90: [0, 1, -1, 0, x + width - FOOT, y + MARGIN],
    180: [-1, 0, 0, -1, x + width - MARGIN, y + height - FOOT],
    270: [0, -1, 1, 0, x + FOOT, y + height - MARGIN],
  };
  const matrix = (places[turn] ?? places[0]).map((value) => Number(value.toFixed(2))).join(' ');
  const name = FONT_KEY.asString();
  return `q BT ${name} ${size.toFixed(2)} Tf ${INK} rg ${matrix} Tm ${String(font.encodeText(text))} Tj ET Q`;
}

const library = PDFiumLibrary.init();

/** Verified with another library: an unusual document may be broken now. */
async function isReadable(bytes: Uint8Array, tail: Uint8Array, pageCount: number): Promise<boolean> {
  const whole = new Uint8Array(bytes.length + tail.length);
  whole.set(bytes);
  whole.set(tail, bytes.length);
  const document = await (await library).loadDocument(whole);
  try {
    return document.getPageCount() === pageCount;
  } finally {
    document.destroy();
  }
}

parentPort?.on('message', (task: StampTask) => {
  stamp(task).then(
    (answer) => parentPort?.postMessage(answer, []),
    (error: unknown) => {
      const refused = error instanceof Error ? error.message : 'it cannot be read';
      parentPort?.postMessage({ refused } satisfies StampAnswer, []);
    },
  );
});
