// What a certificate's PDF says and shows, read back with another library.
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import jsQrModule from 'jsqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Paper,
  TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import { drawTemplate } from '#shared/features/certificate-template/drawing.rules.ts';
import { drawQr } from '#shared/features/certificate-template/qr.rules.ts';
import { STARTER_TEMPLATES } from '#shared/features/certificate-template/starter-templates.ts';
import { SAMPLE_NAMES, SAMPLE_TEXT } from '#shared/features/certificate-template/template-samples.ts';
import { measureText } from '#server/integrations/pdf-fonts.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';

type DecodeQr = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
const decodeQr = jsQrModule as unknown as DecodeQr;

const URL_IN_QR = 'https://releve.example/verify/RLV-8K2M-4T9Q';

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

async function drawPdf(
  name: string,
  { layout = STARTER_TEMPLATES[0].layout, paper = 'letter' }: { layout?: TemplateLayout; paper?: Paper } = {},
) {
  const drawing = drawTemplate({
    layout,
    text: { ...SAMPLE_TEXT, name },
    title: `Certificate of ${name}`,
    qr: drawQr(URL_IN_QR),
    measure: measureText,
    imageUrl: () => null,
  });
  const createdAt = new Date('2026-11-14T12:00:00Z');
  const images = {};
  return renderCertificatePdf({ drawing, paper, images, url: URL_IN_QR, author: 'Relevé', createdAt });
}

async function readPage<T>(pdf: Buffer, read: (page: PDFiumPage) => T | Promise<T>): Promise<T> {
  const document = await library.loadDocument(pdf);
  try {
    return await read(document.getPage(0));
  } finally {
    document.destroy();
  }
}

const readText = (pdf: Buffer) => readPage(pdf, (page) => page.getText().replaceAll(/\s+/g, ' '));

const readQr = (pdf: Buffer) =>
  readPage(pdf, async (page) => {
    const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' });
    return decodeQr(Uint8ClampedArray.from(data), width, height)?.data;
  });

for (const [script, name] of Object.entries({
  ...SAMPLE_NAMES,
  'Polish, Czech and Vietnamese': 'Łukasz Dvořák Nguyễn Thị Hằng',
  'rare Chinese letters': '李喆堃',
  'Serbian and Ukrainian': 'Ђорђе Їжакевич',
  'Arabic with brackets': 'محمد (الهاشمي)',
  Hebrew: 'נועה בן־דוד',
})) {
  test(`a name in ${script} can be read from the PDF`, async () => {
    const text = await readText(await drawPdf(name));
    expect(text).toContain(name);
    expect(text).toContain('RLV-8K2M-4T9Q');
  });
}

// Their signs are drawn above and before letters, and readers find them in that order.
for (const [script, name] of Object.entries({ Thai: 'สมชาย วงศ์สวัสดิ์', Devanagari: 'प्रिया शर्मा' })) {
  test(`a name in ${script} is drawn with all its letters`, async () => {
    const text = await readText(await drawPdf(name));
    for (const letter of name) expect(text, letter).toContain(letter);
  });
}

for (const { name: template, layout } of STARTER_TEMPLATES) {
  test(`the QR code of ${template} leads to the verification page`, async () => {
    const pdf = await drawPdf('Mara Okafor', { layout });
    expect(await readQr(pdf)).toBe(URL_IN_QR);
  });
}

test('a page made for US Letter also prints on A4', async () => {
  const pdf = await drawPdf('Mara Okafor', { paper: 'a4' });
  const { originalWidth, originalHeight } = await readPage(pdf, (page) => page.getOriginalSize());
  expect([Math.round(originalWidth), Math.round(originalHeight)]).toEqual([842, 595]);
});

test('a PDF embeds its fonts and names its title and language', async () => {
  const pdf = await drawPdf('Zoë Åström');
  expect(pdf.toString('latin1')).toMatch(/\/FontFile2/);
  expect(pdf.toString('latin1')).not.toMatch(/\/BaseFont \/Helvetica/);
  expect(pdf.toString('latin1')).toMatch(/\/Lang \(en-US\)/);
  expect((await PDFDocument.load(pdf)).getTitle()).toBe('Certificate of Zoë Åström');
});

test('people drawn one after the other all keep their text', async () => {
  await drawPdf('Éloïse Åström');
  expect(await readText(await drawPdf('Elos Astrom'))).toContain('Elos Astrom');
});
