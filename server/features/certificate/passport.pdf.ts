// The passport as PDF: certificates with their status and the page that verifies them, then the hours that count. Plain
// type and thin rules, on US Letter, as many pages as it takes.
import PdfWriter from 'pdfkit';
import { fontBytes, measureText, splitRuns } from '#server/integrations/pdf-fonts.ts';
import type { TextFont } from '#shared/features/certificate-template/certificate-template.rules.ts';
import { formatFullDay } from '#shared/dates.ts';
import { holdsToday } from '#shared/features/certificate/certificate.rules.ts';
import type { Certificate } from '#shared/features/certificate/certificate.schema.ts';
import { neighborText, passportLabel } from '#shared/features/certificate/standing.rules.ts';
import { formatHours, formatHoursColumn, sumCredits } from '#shared/features/credit/credit.rules.ts';
import type { CreditHours } from '#shared/features/credit/credit.schema.ts';

const DISPLAY: TextFont = 'serif';
const TEXT: TextFont = 'sans';
const BOLD: TextFont = 'sans-bold';

const INK = '#241A26';
const QUIET = '#594B5B';
const PLUM = '#6A1B50';
const GARNET = '#9C2331';
const RULE = '#DCCFC0';

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 62 };
const COLUMN = PAGE.width - 2 * PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const SIDE = 150;
const FOOT = 70;

type Doc = PDFKit.PDFDocument;

export type Passport = {
  holder: string;
  certificates: readonly Certificate[];
  /** Those that count. */
  credits: readonly CreditHours[];
  site: { siteName: string; publicUrl: string };
  now: Date;
};

export function renderPassport({
  holder,
  certificates,
  credits,
  site,
  now,
}: Passport): AsyncIterable<Uint8Array> {
  const title = `Teaching passport of ${holder}`;
  const doc = new PdfWriter({
    size: [PAGE.width, PAGE.height],
    margins: { top: PAGE.margin, bottom: FOOT, left: PAGE.margin, right: PAGE.margin },
    font: splitRuns('a', TEXT)[0]?.file,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: site.siteName, CreationDate: now, ModDate: now },
  });
  let pages = 1;
  const foot = () => writeFoot(doc, `${title}, ${formatFullDay(now.toISOString())}, page ${pages}`);
  doc.on('pageAdded', () => {
    pages += 1;
    foot();
  });
  foot();
  writeHead(doc, { holder, siteName: site.siteName, now });
  writeCertificates(doc, certificates, site.publicUrl);
  writeCredits(doc, credits);
  doc.end();
  return doc as AsyncIterable<Uint8Array>;
}

function writeHead(
  doc: Doc,
  { holder, siteName, now }: { holder: string; siteName: string; now: Date },
): void {
  const { margin } = PAGE;
  const quiet = { font: TEXT, size: 9.4, color: QUIET, width: COLUMN };
  doc.y = margin;
  writeText(doc, `${siteName}, teaching passport`, quiet);
  doc.y += 4;
  writeText(doc, holder, { font: DISPLAY, size: 30, color: INK, width: COLUMN });
  doc.y += 6;
  const day = formatFullDay(now.toISOString());
  writeText(
    doc,
    `As of ${day}. Status can change: the address next to each certificate shows it as it is today.`,
    quiet,
  );
  doc.y += 12;
}

type TextStyle = {
  font: TextFont;
  size: number;
  color: string;
  width: number;
  /** From the left margin; right-aligned text ends at the right one. */
  isRight?: boolean;
  link?: string;
};

const LINE_HEIGHT = 1.3;

/** Any script: each line is drawn letter run by letter run with the font that has it. Starts at doc.y and ends below. */
function writeText(doc: Doc, text: string, { font, size, color, width, isRight, link }: TextStyle): void {
  doc.fontSize(size).fillColor(color);
  for (const line of breakLines(text, width / size, font)) {
    const lineWidth = measureText(line, font) * size;
    const left = isRight ? RIGHT - lineWidth : PAGE.margin;
    let x = left;
    for (const { text: letters, file, tracking } of splitRuns(line, font)) {
      const options = { features: [], characterSpacing: tracking * size };
      doc.registerFont(file, fontBytes(file)).font(file);
      const { y } = doc;
      doc.text(letters, x, y + size, { ...options, baseline: 'alphabetic', lineBreak: false });
      doc.y = y;
      x += doc.widthOfString(letters, options) + tracking * size;
    }
    if (link) doc.link(left, doc.y, lineWidth, size * LINE_HEIGHT, link);
    doc.y += size * LINE_HEIGHT;
  }
}

const heightOf = (text: string, { font, size, width }: Pick<TextStyle, 'font' | 'size' | 'width'>): number =>
  breakLines(text, width / size, font).length * size * LINE_HEIGHT;

/** At spaces; a word that is too long for a line, or a text without spaces, between letters. */
function breakLines(text: string, width: number, font: TextFont): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.normalize('NFC').trim().split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measureText(longer, font) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (measureText(line + letter, font) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function writeCertificates(doc: Doc, certificates: readonly Certificate[], publicUrl: string): void {
  writeHeading(doc, 'Certificates');
  if (certificates.length === 0) writeNote(doc, 'No certificates yet.');
  for (const certificate of certificates) {
    const { code, course, status, issuedOn, expiresOn, renews, renewedAs } = certificate;
    const isGood = holdsToday(status);
    const dates = expiresOn
      ? `${formatFullDay(issuedOn)} to ${formatFullDay(expiresOn)}`
      : `Since ${formatFullDay(issuedOn)}, does not expire`;
    const url = `${publicUrl}/verify/${code}`;
    writeRow(doc, {
      title: course.title,
      note: [dates, neighborText({ renews, renewedAs })].filter(Boolean).join('. '),
      link: url,
      side: passportLabel(status, renewedAs !== null),
      sideNote: code,
      sideColor: isGood ? PLUM : GARNET,
    });
  }
  doc.y += 18;
}

function writeCredits(doc: Doc, credits: readonly CreditHours[]): void {
  writeHeading(doc, 'Credit hours');
  if (credits.length === 0) return writeNote(doc, 'No hours counted yet.');
  for (const { title, provider, source, doneOn, hours, isSafePractice } of credits) {
    const where = source === 'outside' ? provider : 'Earned with a certificate listed here';
    writeRow(doc, {
      title,
      note: [formatFullDay(doneOn), where, isSafePractice && 'safe practice'].filter(Boolean).join(', '),
      side: formatHoursColumn(hours),
      sideColor: INK,
    });
  }
  const { counted, safePractice } = sumCredits(credits);
  makeRoom(doc, 60);
  const top = doc.y + 14;
  doc.y = top + 6;
  writeText(doc, 'Hours counted', { font: TEXT, size: 11, color: INK, width: COLUMN - SIDE });
  if (safePractice > 0) {
    const note = `Of these, ${formatHours(safePractice)} in safe practice`;
    writeText(doc, note, { font: TEXT, size: 8.8, color: QUIET, width: COLUMN - SIDE });
  }
  doc.y = top;
  writeText(doc, formatHoursColumn(counted), {
    font: DISPLAY,
    size: 21,
    color: PLUM,
    width: SIDE,
    isRight: true,
  });
}

function writeHeading(doc: Doc, heading: string): void {
  makeRoom(doc, 80);
  doc.y += 10;
  writeText(doc, heading, { font: DISPLAY, size: 17, color: INK, width: COLUMN });
  doc.y += 6;
  drawRule(doc, INK, 0.8);
}

function writeNote(doc: Doc, text: string): void {
  doc.y += 10;
  writeText(doc, text, { font: TEXT, size: 9.8, color: QUIET, width: COLUMN });
}

type Row = { title: string; note: string; link?: string; side: string; sideNote?: string; sideColor: string };

function writeRow(doc: Doc, { title, note, link, side, sideNote, sideColor }: Row): void {
  const width = COLUMN - SIDE - 12;
  const small = { font: TEXT, size: 8.8, color: QUIET, width };
  const bold = { font: BOLD, size: 10.6, color: INK, width };
  makeRoom(doc, heightOf(title, bold) + heightOf(note, small) + 40);
  const top = doc.y + 10;
  doc.y = top;
  writeText(doc, title, bold);
  doc.y += 1;
  writeText(doc, note, small);
  if (link) writeText(doc, link, { ...small, color: PLUM, link });
  const bottom = doc.y;
  doc.y = top;
  const right = { width: SIDE, isRight: true };
  writeText(doc, side, { font: BOLD, size: 10.2, color: sideColor, ...right });
  if (sideNote) writeText(doc, sideNote, { font: TEXT, size: 8.8, color: QUIET, ...right });
  doc.y = Math.max(bottom, doc.y) + 10;
  drawRule(doc, RULE, 0.6);
}

function makeRoom(doc: Doc, height: number): void {
  if (doc.y + height > PAGE.height - FOOT) doc.addPage();
  doc.x = PAGE.margin;
}

function drawRule(doc: Doc, ink: string, width: number): void {
  doc.moveTo(PAGE.margin, doc.y).lineTo(RIGHT, doc.y).lineWidth(width).stroke(ink);
}

function writeFoot(doc: Doc, text: string): void {
  const { bottom } = doc.page.margins;
  // Below the margin on purpose; otherwise PDFKit would start a new page for it.
  doc.page.margins.bottom = 0;
  doc.y = PAGE.height - 44;
  const [line = ''] = breakLines(text, COLUMN / 7.6, TEXT);
  writeText(doc, line, { font: TEXT, size: 7.6, color: QUIET, width: COLUMN });
  doc.page.margins.bottom = bottom;
  doc.x = PAGE.margin;
  doc.y = PAGE.margin;
}
