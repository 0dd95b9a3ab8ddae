// Renders a receipt as PDF: number, date, buyer, lines and totals.
import path from 'node:path';
import PdfWriter from 'pdfkit';
import { formatFullDay } from '#shared/dates.ts';
import { formatAddressLines } from '#shared/features/checkout/address.rules.ts';
import { ORDER_STATE_LABELS } from '#shared/features/order/order.states.ts';
import type { Order, OrderLine } from '#shared/features/order/order.contract.ts';
import { centsToDecimal, decimalToCents, formatMoney } from '#shared/money.ts';
import { printable, printableOr } from '#server/integrations/pdf-characters.ts';

const FONTS = path.join(import.meta.dirname, '../../seed/files/fonts');
const DISPLAY = path.join(FONTS, 'fraunces-390.ttf');
const TEXT = path.join(FONTS, 'instrument-sans-400.ttf');
const BOLD = path.join(FONTS, 'instrument-sans-600.ttf');

const INK = '#241A26';
const QUIET = '#594B5B';
const PLUM = '#6A1B50';
const RULE = '#DCCFC0';

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 62 };
const COLUMN = PAGE.width - 2 * PAGE.margin;
const RIGHT = PAGE.width - PAGE.margin;
const FIGURES = 110;
const FOOT = 70;

export type ReceiptSite = { siteName: string; supportEmail: string; orderUrl: string };

type Doc = PDFKit.PDFDocument;

export function renderReceipt(order: Order, site: ReceiptSite): AsyncIterable<Uint8Array> {
  const paidAt = new Date(order.paidAt ?? order.createdAt);
  const doc = new PdfWriter({
    size: [PAGE.width, PAGE.height],
    margins: { top: PAGE.margin, bottom: FOOT, left: PAGE.margin, right: PAGE.margin },
    font: TEXT,
    lang: 'en-US',
    info: {
      Title: `Receipt ${order.number}`,
      Author: printable(site.siteName),
      CreationDate: paidAt,
      ModDate: paidAt,
    },
  });
  let pages = 1;
  doc.on('pageAdded', () => {
    pages += 1;
    writeFoot(doc, order, site, pages);
  });
  writeFoot(doc, order, site, pages);
  writeHead(doc, order, site);
  writeFacts(doc, order, site);
  for (const line of order.lines) writeLine(doc, line, order.currency);
  writeSums(doc, order);
  doc.end();
  return doc as AsyncIterable<Uint8Array>;
}

function writeHead(doc: Doc, order: Order, { siteName }: ReceiptSite): void {
  const { margin } = PAGE;
  doc.font(DISPLAY).fontSize(24).fillColor(INK);
  doc.text(printableOr(siteName, 'Receipt'), margin, margin, { width: COLUMN / 2, lineGap: 1 });
  const bottom = doc.y;
  doc.fontSize(17).text(`Receipt ${order.number}`, PAGE.width / 2, margin + 6, {
    width: COLUMN / 2,
    align: 'right',
  });
  doc.font(TEXT).fontSize(9.4).fillColor(QUIET);
  const state = order.state === 'paid' ? '' : `, ${ORDER_STATE_LABELS[order.state].toLowerCase()}`;
  doc.text(`${formatFullDay(order.paidAt ?? order.createdAt)}${state}`, PAGE.width / 2, doc.y + 3, {
    width: COLUMN / 2,
    align: 'right',
  });
  doc.y = Math.max(bottom, doc.y) + 16;
  drawRule(doc, INK, 0.8);
}

function writeFacts(doc: Doc, order: Order, { siteName, supportEmail }: ReceiptSite): void {
  const top = doc.y + 14;
  const place = formatAddressLines(order).map(printable);
  const buyer = [printableOr(order.name, order.email), printable(order.email), ...place];
  const left = writeFact(doc, 'For', buyer, PAGE.margin, top);
  const right = writeFact(
    doc,
    'From',
    [printableOr(siteName, ''), printable(supportEmail)],
    PAGE.width / 2,
    top,
  );
  doc.y = Math.max(left, right) + 18;
  doc.x = PAGE.margin;
  drawRule(doc, INK, 0.8);
}

function writeFact(doc: Doc, term: string, lines: readonly string[], x: number, y: number): number {
  const width = COLUMN / 2 - 12;
  doc.font(TEXT).fontSize(8).fillColor(QUIET).text(term, x, y, { width });
  doc.fontSize(9.8).fillColor(INK);
  for (const text of new Set(lines.filter(Boolean))) doc.text(text, x, doc.y + 2, { width });
  return doc.y;
}

function writeLine(doc: Doc, line: OrderLine, currency: string): void {
  const width = COLUMN - FIGURES;
  const title = printableOr(line.title, `${nameOf(line)} ${line.itemId}`);
  const note = noteOf(line, currency);
  doc.font(BOLD).fontSize(10.2);
  const titleHeight = doc.heightOfString(title, { width });
  doc.font(TEXT).fontSize(8.8);
  makeRoom(doc, titleHeight + doc.heightOfString(note, { width }) + 24);
  const top = doc.y + 10;
  doc.font(BOLD).fontSize(10.2).fillColor(INK).text(title, PAGE.margin, top, { width });
  doc.font(TEXT).fontSize(8.8).fillColor(QUIET);
  if (note) doc.text(note, PAGE.margin, doc.y + 2, { width });
  const bottom = doc.y;
  writeFigure(doc, formatMoney(line.amount, currency), top, 10.2);
  doc.y = bottom + 10;
  drawRule(doc, RULE, 0.6);
}

function noteOf(
  { sellerName, quantity, unitPrice, owned, memberSaving, isLive }: OrderLine,
  currency: string,
): string {
  return [
    printable(sellerName),
    quantity > 1 && `${quantity} seats at ${formatMoney(unitPrice, currency)}`,
    decimalToCents(memberSaving) > 0 && `${formatMoney(memberSaving, currency)} off as a member`,
    decimalToCents(owned) > 0 && `less ${formatMoney(owned, currency)} you had already paid`,
    !isLive && 'refunded',
  ]
    .filter(Boolean)
    .join(', ');
}

const KINDS: Readonly<Record<string, string>> = {
  resource: 'Resource',
  course: 'Course',
  certification: 'Certification',
  bundle: 'Bundle',
};

const nameOf = ({ itemType }: OrderLine) => KINDS[itemType] ?? 'Item';

function writeSums(doc: Doc, order: Order): void {
  const { subtotal, discount, couponCode, tax, credit, total, refunded, currency } = order;
  const money = (amount: string) => formatMoney(amount, currency);
  const isSome = (amount: string) => decimalToCents(amount) !== 0;
  const remaining = centsToDecimal(decimalToCents(total) - decimalToCents(refunded));
  const sums: [string, string][] = [
    ['Subtotal', money(subtotal)],
    ...(isSome(discount)
      ? [[couponCode ? `Discount (${couponCode})` : 'Discount', `−${money(discount)}`] as [string, string]]
      : []),
    ...(isSome(tax) ? [['Tax', money(tax)] as [string, string]] : []),
    ...(isSome(credit) ? [['Paid with booking credit', `−${money(credit)}`] as [string, string]] : []),
    ...(isSome(refunded)
      ? ([
          ['Paid', money(total)],
          ['Refunded', `−${money(refunded)}`],
        ] as [string, string][])
      : []),
  ];
  makeRoom(doc, sums.length * 18 + 60);
  doc.y += 8;
  for (const [name, figure] of sums) {
    const top = doc.y + 5;
    doc
      .font(TEXT)
      .fontSize(9.4)
      .fillColor(QUIET)
      .text(name, PAGE.margin, top, { width: COLUMN - FIGURES });
    writeFigure(doc, figure, top, 9.4, QUIET);
  }
  doc.y += 10;
  drawRule(doc, INK, 0.8);
  const top = doc.y + 12;
  doc.font(TEXT).fontSize(11).fillColor(INK);
  doc.text(isSome(refunded) ? 'Total after refunds' : 'Total', PAGE.margin, top + 6, {
    width: COLUMN - FIGURES,
  });
  doc.font(DISPLAY).fontSize(21).fillColor(PLUM);
  doc.text(money(remaining), RIGHT - 2 * FIGURES, top, { width: 2 * FIGURES, align: 'right' });
}

function writeFigure(doc: Doc, figure: string, y: number, size: number, ink: string = INK): void {
  doc.font(TEXT).fontSize(size).fillColor(ink);
  doc.text(figure, RIGHT - FIGURES, y, { width: FIGURES, align: 'right', features: ['tnum'] });
}

function makeRoom(doc: Doc, height: number): void {
  if (doc.y + height > PAGE.height - FOOT) doc.addPage();
  doc.x = PAGE.margin;
}

function drawRule(doc: Doc, ink: string, width: number): void {
  doc.moveTo(PAGE.margin, doc.y).lineTo(RIGHT, doc.y).lineWidth(width).stroke(ink);
}

/** Names the font can't print are shown in full on the linked page. */
function writeFoot(doc: Doc, order: Order, { orderUrl }: ReceiptSite, page: number): void {
  const { bottom } = doc.page.margins;
  // Below the margin on purpose; otherwise PDFKit would start a new page for it.
  doc.page.margins.bottom = 0;
  const y = PAGE.height - 44;
  doc.font(TEXT).fontSize(7.6).fillColor(QUIET);
  doc.text(printable(orderUrl), PAGE.margin, y, { width: COLUMN - 90, lineBreak: false, ellipsis: true });
  doc.text(`${order.number}, page ${page}`, RIGHT - 90, y, { width: 90, align: 'right', lineBreak: false });
  doc.page.margins.bottom = bottom;
  doc.x = PAGE.margin;
  doc.y = PAGE.margin;
}
