// The worker thread that writes certificates as PDF.
import { buffer } from 'node:stream/consumers';
import { parentPort } from 'node:worker_threads';
import PdfWriter from 'pdfkit';
import {
  type Orientation,
  pageSize,
  TEMPLATE_COLOR_VALUES,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import type {
  DrawnArt,
  DrawnElement,
  DrawnImage,
  DrawnQr,
  DrawnShape,
  DrawnText,
} from '#shared/features/certificate-template/drawing.rules.ts';
import { placeArt, RIBBON, WORDMARK } from '#shared/features/certificate-template/template-art.rules.ts';
import { fontBytes, splitRuns, type TextRun } from '#server/integrations/pdf-fonts.ts';
import type { PdfAnswer, PdfTask } from './certificate-pdf.ts';

type Doc = PDFKit.PDFDocument;

async function writePdf({ drawing, paper, images, url, author, createdAt }: PdfTask): Promise<Uint8Array> {
  const orientation: Orientation = drawing.width > drawing.height ? 'landscape' : 'portrait';
  const { width, height } = pageSize({ paper, orientation });
  const doc = new PdfWriter({
    size: [width, height],
    margin: 0,
    font: splitRuns('a', 'sans')[0]?.file,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    info: { Title: drawing.title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  });
  // A page made for one paper is made smaller, never cut, for the other.
  const scale = Math.min(width / drawing.width, height / drawing.height);
  doc.translate((width - drawing.width * scale) / 2, (height - drawing.height * scale) / 2).scale(scale);
  const page = doc.struct('Document');
  doc.addStructure(page);
  for (const element of drawing.elements) {
    if (element.kind === 'text') page.add(doc.struct('P', {}, () => drawText(doc, element)));
    else {
      doc.markContent('Artifact');
      drawElement(doc, element, images);
      doc.endMarkedContent();
    }
    if (element.kind === 'qr') doc.link(element.x, element.y, element.width, element.height, url);
  }
  page.end();
  doc.end();
  return buffer(doc);
}

function drawElement(doc: Doc, element: Exclude<DrawnElement, DrawnText>, images: PdfTask['images']): void {
  doc.save();
  if (element.kind === 'qr') drawQr(doc, element);
  else if (element.kind === 'image') drawImage(doc, element, images);
  else if ('strokeWidth' in element) drawShape(doc, element);
  else drawArt(doc, element);
  doc.restore();
}

function drawText(doc: Doc, { lines, font, size, color }: DrawnText): void {
  doc.fontSize(size).fillColor(TEMPLATE_COLOR_VALUES[color]);
  for (const line of lines) {
    let { x } = line;
    for (const run of splitRuns(line.text, font)) x += drawRun(doc, run, { x, y: line.y, size });
  }
}

/** Returns how far it went. */
function drawRun(doc: Doc, run: TextRun, { x, y, size }: { x: number; y: number; size: number }): number {
  // Given features, the letters of a run are shaped together, which right-to-left text with spaces needs.
  const options = { features: [], characterSpacing: run.tracking * size };
  doc.registerFont(run.file, fontBytes(run.file)).font(run.file);
  doc.text(run.text, x, y, {
    ...options,
    baseline: 'alphabetic',
    lineBreak: false,
  });
  return doc.widthOfString(run.text, options) + run.tracking * size;
}

function drawShape(doc: Doc, { kind, x, y, width, height, fill, stroke, strokeWidth }: DrawnShape): void {
  if (kind === 'line') doc.moveTo(x, y).lineTo(x + width, y + height);
  else if (kind === 'ellipse') doc.ellipse(x + width / 2, y + height / 2, width / 2, height / 2);
  else doc.rect(x, y, width, height);
  doc.lineWidth(strokeWidth);
  const fillColor = kind === 'line' || !fill ? null : TEMPLATE_COLOR_VALUES[fill];
  const strokeColor = stroke ? TEMPLATE_COLOR_VALUES[stroke] : null;
  if (fillColor && strokeColor) doc.fillAndStroke(fillColor, strokeColor);
  else if (fillColor) doc.fill(fillColor);
  else if (strokeColor) doc.stroke(strokeColor);
}

function drawImage(doc: Doc, { url, x, y, width, height }: DrawnImage, images: PdfTask['images']): void {
  const bytes = images[url];
  if (bytes) doc.image(Buffer.from(bytes), x, y, { fit: [width, height], align: 'center', valign: 'center' });
}

function drawQr(doc: Doc, { x, y, width, height, path, modules }: DrawnQr): void {
  const side = Math.min(width, height);
  doc.translate(x, y).scale(side / modules);
  doc.path(path).fill(TEMPLATE_COLOR_VALUES.ink);
}

function drawArt(doc: Doc, element: DrawnArt): void {
  const art = element.kind === 'ribbon' ? RIBBON : WORDMARK;
  const { scale, x, y } = placeArt(art, element);
  doc.rect(element.x, element.y, element.width, element.height).clip();
  doc.translate(x, y).scale(scale).lineCap('round').lineJoin('round');
  for (const { d, fill, stroke, strokeWidth = 1, opacity = 1 } of art.paths) {
    doc.path(d);
    if (fill) doc.fill(fill);
    else if (stroke) doc.lineWidth(strokeWidth).strokeOpacity(opacity).stroke(stroke);
  }
}

parentPort?.on('message', (task: PdfTask) => {
  writePdf(task).then(
    (pdf) => parentPort?.postMessage({ pdf } satisfies PdfAnswer, []),
    (error: unknown) => {
      const refused = error instanceof Error ? error.message : 'unknown';
      parentPort?.postMessage({ refused } satisfies PdfAnswer, []);
    },
  );
});
