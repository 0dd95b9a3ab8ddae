// Writes a document of the demo school: a drawn band and the title, then lessons, cards or notes from the plan.
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import PdfWriter from 'pdfkit';
import { drawCover } from '#server/features/cover/cover.draw.ts';
import { paletteFor } from '#server/features/cover/cover-palettes.ts';
import { renderSvgFile } from '#server/integrations/images.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';
import type { PdfPage, PdfPlan } from './seed-file.ts';

const FONTS = path.join(import.meta.dirname, 'fonts');
const DISPLAY = path.join(FONTS, 'fraunces-390.ttf');
const TEXT = path.join(FONTS, 'instrument-sans-400.ttf');
const BOLD = path.join(FONTS, 'instrument-sans-600.ttf');

const INK = '#2B2130';
const PLUM = '#5E1F47';
const QUIET = '#6A5D68';
const RULE = '#DCCFC0';
const CORAL = '#E4573D';

/** A5, in points: two fit side by side on school paper, and a phone shows it whole. */
const PAGE = { width: 419.53, height: 595.28, margin: 42 };
const COLUMN = PAGE.width - 2 * PAGE.margin;
const BAND = 118;
const MINUTES_WIDTH = 46;
/** Fixed, so that the same plan always gives the same bytes. */
const WRITTEN = new Date('2026-01-05T09:00:00Z');

type Doc = PDFKit.PDFDocument;

export async function writePdf(
  plan: PdfPlan,
  { style }: { style: DanceStyle },
): Promise<{ data: Buffer; pages: number }> {
  const doc = new PdfWriter({
    size: 'A5',
    margins: { top: 52, bottom: 44, left: PAGE.margin, right: PAGE.margin },
    bufferPages: true,
    font: TEXT,
    info: { Title: printable(`${plan.title}: ${plan.subtitle}`), CreationDate: WRITTEN, ModDate: WRITTEN },
  });
  const done = buffer(doc as AsyncIterable<Buffer>);
  await writeTitle(doc, plan, style);
  for (const [at, page] of plan.pages.entries()) {
    if (at > 0) doc.addPage();
    writePage(doc, page);
  }
  const pages = doc.bufferedPageRange().count;
  for (let at = 0; at < pages; at++) {
    doc.switchToPage(at);
    if (at > 0) drawRibbon(doc, style, at);
    writeFoot(doc, plan.title, at + 1);
  }
  doc.end();
  return { data: await done, pages };
}

async function writeTitle(doc: Doc, { title, subtitle }: PdfPlan, style: DanceStyle): Promise<void> {
  const svg = drawCover(title, style, { width: 1190, height: Math.round((BAND / PAGE.width) * 1190) });
  doc.image(await renderSvgFile(svg, 1190, 'jpeg'), 0, 0, { width: PAGE.width, height: BAND });
  doc.fillColor(INK).font(DISPLAY).fontSize(23);
  doc.text(printable(title), PAGE.margin, BAND + 22, { width: COLUMN, lineGap: 1 });
  doc.moveDown(0.25).fillColor(QUIET).font(TEXT).fontSize(10).text(printable(subtitle));
  drawRule(doc, doc.y + 10);
  doc.y += 22;
}

function writePage(doc: Doc, { heading, paragraphs, bullets, timings = [] }: PdfPage): void {
  doc.x = PAGE.margin;
  doc.fillColor(PLUM).font(DISPLAY).fontSize(16.5).text(printable(heading), { width: COLUMN, lineGap: 1 });
  doc.moveDown(0.4).fillColor(INK).font(TEXT).fontSize(9.4);
  for (const paragraph of paragraphs) {
    doc.text(printable(paragraph), { width: COLUMN, lineGap: 2.8 }).moveDown(0.55);
  }
  if (timings.length > 0) writeTimings(doc, timings);
  if (bullets.length > 0) writeBullets(doc, bullets);
}

/** A running order, as on a programme: minutes, what, and how. */
function writeTimings(doc: Doc, timings: NonNullable<PdfPage['timings']>): void {
  const across = COLUMN - MINUTES_WIDTH;
  const left = PAGE.margin + MINUTES_WIDTH;
  doc.moveDown(0.2);
  for (const { minutes, name, detail } of timings) {
    doc.font(TEXT).fontSize(9);
    const detailHeight = doc.heightOfString(printable(detail), { width: across, lineGap: 2.4 });
    if (doc.y + detailHeight + 28 > doc.page.height - doc.page.margins.bottom) doc.addPage();
    const top = doc.y + 6.5;
    drawRule(doc, doc.y);
    doc
      .fillColor(PLUM)
      .font(BOLD)
      .fontSize(9.4)
      .text(`${minutes} min`, PAGE.margin, top, { width: MINUTES_WIDTH });
    doc.fillColor(INK).text(printable(name), left, top, { width: across });
    doc
      .font(TEXT)
      .fontSize(9)
      .fillColor(QUIET)
      .text(printable(detail), left, doc.y + 2, { width: across, lineGap: 2.4 });
    doc.y += 4.5;
  }
  drawRule(doc, doc.y);
  doc.x = PAGE.margin;
  doc.y += 12;
}

function writeBullets(doc: Doc, bullets: readonly string[]): void {
  for (const bullet of bullets) {
    doc.font(TEXT).fontSize(9.4);
    const height = doc.heightOfString(printable(bullet), { width: COLUMN - 18, lineGap: 2.6 });
    if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
    doc.circle(PAGE.margin + 4, doc.y + 5.2, 1.9).fill(CORAL);
    doc.fillColor(INK).text(printable(bullet), PAGE.margin + 18, doc.y, { width: COLUMN - 18, lineGap: 2.6 });
    doc.y += 4.5;
  }
  doc.x = PAGE.margin;
}

function drawRule(doc: Doc, y: number): void {
  doc
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .lineWidth(0.6)
    .stroke(RULE);
}

/** Three lines in the style's inks across the top, shifted a little on each page: flipping through, they move. */
function drawRibbon(doc: Doc, style: DanceStyle, page: number): void {
  const { veilFrom, veilTo, cut } = paletteFor(style, 2);
  for (const [at, ink] of [veilFrom, veilTo, cut].entries()) {
    const lift = 7 * Math.sin(page * 0.9 + at * 0.8);
    const y = 24 + at * 2.8;
    doc
      .moveTo(0, y - lift)
      .bezierCurveTo(PAGE.width * 0.3, y + 12 + lift, PAGE.width * 0.62, y - 15 - lift, PAGE.width, y + lift)
      .lineWidth(at === 2 ? 2 : 1.1)
      .stroke(ink);
  }
}

function writeFoot(doc: Doc, title: string, page: number): void {
  // Below the margin on purpose; with the margin, the text would start a new page.
  doc.page.margins.bottom = 0;
  const y = PAGE.height - 32;
  doc.fillColor(QUIET).font(TEXT).fontSize(7.5);
  doc.text(printable(title), PAGE.margin, y, { width: COLUMN - 60, lineBreak: false, ellipsis: true });
  doc.text(String(page), PAGE.width - PAGE.margin - 40, y, { width: 40, align: 'right', lineBreak: false });
}

/** The fonts have Latin letters and the usual signs; an arrow would print as an empty box. */
function printable(text: string): string {
  return text
    .replaceAll(/[→⇒]/g, '–')
    .replaceAll(/[☐□✓✔]/g, '•')
    .replaceAll(/[^\u0020-\u00FF\u2010-\u2026€™]/g, '');
}
