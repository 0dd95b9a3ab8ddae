// The line at the foot of every page, in all kinds of documents, and documents that stay unchanged.
import { buffer } from 'node:stream/consumers';
import { PDFArray, PDFDocument, PDFName, degrees } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PdfWriter from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { stampPdf } from './pdf-stamp.ts';

const WORDS = 'Licensed to Mara Lindqvist · RV-000017';
const library = await PDFiumLibrary.init();

async function written(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  const doc = new PdfWriter({ autoFirstPage: false, ...options });
  for (let at = 1; at <= pages; at++) {
    doc.addPage({ size: at % 2 ? 'LETTER' : 'A4' });
    doc.text(`Week ${at}`);
  }
  doc.end();
  return new Uint8Array(await buffer(doc));
}

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await library.loadDocument(bytes);
  const texts = Array.from({ length: document.getPageCount() }, (_, at) => document.getPage(at).getText());
  document.destroy();
  return texts;
}

async function stamped(bytes: Uint8Array, text = WORDS): Promise<Uint8Array> {
  const answer = await stampPdf({ bytes, text });
  if (!('tail' in answer)) throw new Error(JSON.stringify(answer));
  return new Uint8Array(Buffer.concat([bytes, answer.tail]));
}

/** As other programs write them. */
async function rewritten(change: (doc: PDFDocument) => void, useObjectStreams = true): Promise<Uint8Array> {
  const doc = await PDFDocument.load(await written(3));
  change(doc);
  return doc.save({ useObjectStreams, addDefaultPage: false });
}

describe('is on every page', () => {
  const KINDS: [name: string, make: () => Promise<Uint8Array>][] = [
    ['of one page', () => written(1)],
    ['of three sizes and pages', () => written(3)],
    ['of a newer version', () => written(2, { pdfVersion: '1.7' })],
    ['with compressed objects', () => rewritten(() => {})],
    ['with a plain table', () => rewritten(() => {}, false)],
    [
      'with turned pages',
      () =>
        rewritten((doc) => doc.getPages().forEach((page, at) => page.setRotation(degrees(90 * (at + 1))))),
    ],
    [
      'cut to a part of its paper',
      () => rewritten((doc) => doc.getPages().forEach((page) => page.setCropBox(100, 200, 300, 300))),
    ],
    [
      'whose pages share what they use',
      () =>
        rewritten((doc) => {
          const [first, ...others] = doc.getPages();
          const ref = doc.context.register(first?.node.Resources() ?? doc.context.obj({}));
          for (const page of others) page.node.set(PDFName.of('Resources'), ref);
        }),
    ],
    [
      'whose content is a list kept elsewhere',
      () =>
        rewritten((doc) => {
          for (const { node } of doc.getPages()) {
            const entry = node.get(PDFName.of('Contents'));
            if (entry instanceof PDFArray) node.set(PDFName.of('Contents'), doc.context.register(entry));
          }
        }),
    ],
    ['with an empty page', () => rewritten((doc) => void doc.addPage())],
    ['stamped before', async () => stamped(await written(2), 'Licensed to someone else')],
    ['cut off at its end', async () => (await written(2)).slice(0, -20)],
  ];

  it.each(KINDS)('a document %s', async (_name, make) => {
    const bytes = await make();
    const before = await textsOf(bytes);
    const out = await stamped(bytes);
    expect(Buffer.compare(Buffer.from(out.subarray(0, bytes.length)), Buffer.from(bytes))).toBe(0);
    const after = await textsOf(out);
    expect(after).toHaveLength(before.length);
    for (const [at, text] of after.entries()) {
      expect(text).toContain(WORDS);
      expect(text).toContain(before[at]?.split('\r\n')[0]);
    }
    expect(Buffer.from(await stamped(bytes)).equals(Buffer.from(out))).toBe(true);
  });

  it('of hundreds of pages within seconds, while others are served', async () => {
    const bytes = await written(600);
    let beats = 0;
    const heart = setInterval(() => (beats += 1), 10);
    const began = Date.now();
    const texts = await textsOf(await stamped(bytes));
    clearInterval(heart);
    expect(texts.filter((text) => text.includes(WORDS))).toHaveLength(600);
    expect(Date.now() - began).toBeLessThan(14_000);
    expect(beats).toBeGreaterThan(10);
  });
});

it.each([
  ['Zoë Müller-Łukasiewicz', 'Zoë Müller-Lukasiewicz'],
  ['Mara 💃 Lindqvist', 'Mara Lindqvist'],
  ['Nguyễn Thị Ánh', 'Nguyen Thi Ánh'],
  ['“Odile” – O’Neill −1', '“Odile” – O’Neill -1'],
])('the name %s is printed as %s', async (name, printed) => {
  const [text] = await textsOf(await stamped(await written(1), `Licensed to ${name} · RV-000017`));
  expect(text).toContain(`Licensed to ${printed} · RV-000017`);
});

describe('is left out, with a reason', () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251);
  it.each([
    ['what is no document', async () => noise],
    ['nothing at all', async () => new Uint8Array(0)],
    ['the mere beginning of one', async () => new Uint8Array(Buffer.from('%PDF-1.4\nrubbish'))],
    ['a locked one', () => written(2, { userPassword: 'x', ownerPassword: 'y' })],
    ['one with restrictions', () => written(2, { ownerPassword: 'y', permissions: {} })],
    ['one without pages', () => rewritten((doc) => [2, 1, 0].forEach((at) => doc.removePage(at)))],
  ])('of %s', async (_name, make) => {
    expect(await stampPdf({ bytes: await make(), text: WORDS })).toMatchObject({
      refused: expect.stringMatching(/\w+/),
    });
  });

  it('if it takes too long, or too many wait', async () => {
    const bytes = await written(300);
    expect(await stampPdf({ bytes, text: WORDS }, { maxMs: 1 })).toEqual({ refused: 'it takes too long' });
    const first = stampPdf({ bytes, text: WORDS });
    const second = stampPdf({ bytes, text: WORDS }, { maxWaitMs: 1 });
    expect(await second).toEqual({ busy: true });
    expect(await first).toHaveProperty('tail');
  });
});
