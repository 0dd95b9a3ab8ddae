import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PdfWriter from 'pdfkit';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeWav } from '#server/integrations/audio-clip.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import { createResource } from '#server/seed/factories.ts';
import { writeClip } from '#server/seed/files/video-file.ts';
import { writeSheet } from '#server/seed/files/sheet-file.ts';
import { testContext, type TestContext } from '../../../tests/server/test-database.ts';
import { insertFiles } from './resource-files.queries.ts';
import { createPreviewsJob, queueCreatePreviews } from './resource-preview.service.ts';
import { inTransaction } from '#server/db/transaction.ts';

let ctx: TestContext;
let resourceId: number;
let warned: object[];
let stored: Set<string>;

beforeAll(async () => {
  ctx = await testContext();
  const { storage } = ctx;
  stored = new Set();
  ctx.storage = {
    ...storage,
    async put(key, source, options) {
      const kept = await storage.put(key, source, options);
      stored.add(key);
      return kept;
    },
    async delete(key) {
      await storage.delete(key);
      stored.delete(key);
    },
  };
});

beforeEach(async () => {
  warned = [];
  const log = (data: object) => void warned.push(data);
  ctx.log = { info: () => {}, warn: log, error: log };
  resourceId = (await createResource(ctx.db)).id;
});

/** Whatever its name and declared type: the content counts. */
async function give(...contents: Buffer[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const files = contents.map((data, at) => ({
      name: `file-${at}.bin`,
      storageKey: `files/test/${resourceId}-${at}.bin`,
      contentType: 'application/octet-stream',
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }));
    for (const [at, { storageKey, contentType }] of files.entries()) {
      await ctx.storage.put(storageKey, contents[at] ?? Buffer.alloc(1), { contentType });
    }
    await insertFiles(tx, { resourceId, files });
    await queueCreatePreviews(ctx, tx, resourceId);
  });
  await ctx.jobs.drain();
}

type Row = {
  kind: string;
  storage_key: string | null;
  content_type: string | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
  peaks: number[] | null;
  text: string | null;
};

async function previews(): Promise<Row[]> {
  const { rows } = await ctx.pool.query<Row>(
    'select * from resource_previews where resource_id = $1 order by position',
    [resourceId],
  );
  return rows;
}

async function pdf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PdfWriter({ size: 'A5', ...options });
  for (let page = 1; page <= pages; page++) {
    if (page > 1) doc.addPage();
    doc.fontSize(40).fillColor('#e4573d').text(`Page ${page}`);
  }
  doc.end();
  const parts: Buffer[] = [];
  for await (const part of doc as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

const tone = (seconds: number, rate = 8000) =>
  writeWav(
    Float32Array.from({ length: seconds * rate }, (_, at) => Math.sin(at / 9) * (at / rate < 1 ? 0.1 : 0.8)),
    rate,
  );

describe('documents', () => {
  test('show their first pages as pictures: three, one of a second document, and never more than half', async () => {
    await give(await pdf(7), await pdf(9));
    const rows = await previews();
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({ kind: 'page', content_type: 'image/webp', width: 640 });
      expect(row.storage_key).toMatch(new RegExp(`^previews/${resourceId}/[0-9a-f-]{36}\\.webp$`));
    }
    const file = await ctx.storage.get(rows[0]?.storage_key ?? '');
    const { dominant } = await sharp(await buffer(file?.stream ?? Readable.from([]))).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(230);
  });

  test('that are locked or broken show nothing, and the log says why', async () => {
    const locked = await pdf(1, { userPassword: 'plié', pdfVersion: '1.7' });
    const whole = await pdf(3);
    await give(locked, Buffer.from('%PDF-1.7 and nothing after it'), whole.subarray(0, 200), tone(1));
    expect((await previews()).map(({ kind }) => kind)).toEqual(['audio']);
    expect(warned).toHaveLength(3);
    expect(warned[0]).toMatchObject({
      resourceId,
      file: 0,
      kind: 'pdf',
      reason: expect.stringMatching(/password/i),
    });
  });

  test('show at most half of a few pages, and the upper half of a single one', async () => {
    await give(await pdf(4));
    expect(await previews()).toMatchObject([{ height: 908 }, { height: 908 }]);
    resourceId = (await createResource(ctx.db)).id;
    await give(await pdf(1));
    expect(await previews()).toMatchObject([{ kind: 'page', width: 640, height: 454 }]);
  });

  test('that take too long are abandoned, and the next one is read', async () => {
    const bytes = await pdf(1);
    const task = { bytes, pages: 1, width: 320 };
    expect(await renderPdfPages(task, { maxMs: 1 })).toMatchObject({ isReadable: false });
    expect(await renderPdfPages(task)).toMatchObject({ isReadable: true, pageCount: 1 });
  });

  test('with odd page sizes are drawn no larger than a screen', async () => {
    const long = await pdf(1, { size: [60, 14_000] });
    const wide = await pdf(1, { size: [14_000, 40], margin: 1 });
    for (const bytes of [long, wide]) {
      const drawn = await renderPdfPages({ bytes, pages: 1, width: 640 });
      if (!drawn.isReadable) throw new Error(drawn.reason);
      const [{ width, height } = { width: 0, height: 0 }] = drawn.pictures;
      expect(width).toBeLessThanOrEqual(640);
      expect(height).toBeLessThanOrEqual(1400);
    }
  });
});

describe('recordings and videos', () => {
  test('a recording gives its first twenty seconds and its waveform', async () => {
    await give(tone(50));
    const [clip] = await previews();
    expect(clip).toMatchObject({ kind: 'audio', content_type: 'audio/wav', seconds: 20 });
    expect(clip?.peaks).toHaveLength(120);
    expect(Math.max(...(clip?.peaks ?? []))).toBe(100);
    expect(clip?.peaks?.[0]).toBeLessThan(20);
    expect((await ctx.storage.stat(clip?.storage_key ?? ''))?.bytes).toBe(44 + 20 * 8000 * 2);
  });

  test('a short one gives half', async () => {
    await give(tone(8));
    const [clip] = await previews();
    expect(clip?.seconds).toBe(4);
    expect((await ctx.storage.stat(clip?.storage_key ?? ''))?.bytes).toBe(44 + 4 * 8000 * 2);
  });

  test('a compressed one is cut between its packets', async () => {
    // 128 kbit/s at 44.1 kHz: frames of 417 bytes, each a fortieth of a second of silence.
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
    await give(Buffer.concat(Array.from({ length: 1600 }, () => frame)));
    const [clip] = await previews();
    expect(clip).toMatchObject({ kind: 'audio', content_type: 'audio/mpeg', seconds: 20, peaks: null });
    expect((await ctx.storage.stat(clip?.storage_key ?? ''))?.bytes).toBeLessThan(417 * 800);
  });

  test('a video keeps its size', async () => {
    await give(await writeClip({ style: 'Tap', seed: 'x', seconds: 4 }));
    expect(await previews()).toMatchObject([
      { kind: 'video', content_type: 'video/webm', seconds: 2, width: 320, height: 180 },
    ]);
  });

  test('a file that only starts like one shows nothing', async () => {
    await give(
      Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(40, 0xff)]),
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(500, 7)]),
      Buffer.from('\0\0\0\x18ftypisom and no more'),
    );
    expect(await previews()).toEqual([]);
    expect(warned).toHaveLength(3);
  });
});

describe('pictures, spreadsheets and texts', () => {
  test('a picture is re-encoded, and smaller', async () => {
    const large = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#5e1f47' } });
    await give(await large.png().toBuffer());
    expect(await previews()).toMatchObject([
      { kind: 'image', content_type: 'image/webp', width: 640, height: 320 },
    ]);
  });

  test('a spreadsheet shows its first rows, a text its first lines', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => [`Week ${at + 1}`, at]);
    const text = Buffer.from(Array.from({ length: 40 }, (_, at) => `Line ${at + 1}: pliés`).join('\r\n'));
    await give(await writeSheet({ columns: ['Week', 'Minutes'], rows }), text);
    const [sheet, words] = await previews();
    expect(sheet).toMatchObject({ kind: 'text', storage_key: null });
    expect(sheet?.text?.split('\n')).toHaveLength(12);
    expect(sheet?.text?.split('\n').slice(0, 2)).toEqual(['Week\tMinutes', 'Week 1\t0']);
    expect(words?.text?.split('\n').at(-1)).toBe('Line 12: pliés');
  });

  test('other archives, programs and HTML show at most their text', async () => {
    await give(
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]),
      Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)]),
      Buffer.from('<script>alert(1)</script>'),
    );
    expect(await previews()).toMatchObject([{ kind: 'text', text: '<script>alert…' }]);
  });
});

test('previews created again replace the old ones, whose files are deleted', async () => {
  await give(await pdf(2), tone(1));
  const before = await previews();
  await ctx.jobs.send(ctx.db, createPreviewsJob, { resourceId });
  await ctx.jobs.drain();
  const after = await previews();
  expect(after.map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
  for (const { storage_key: key } of before) expect(stored.has(key ?? '')).toBe(false);
  for (const { storage_key: key } of after) expect(stored.has(key ?? '')).toBe(true);
  // The cleanup list for crashes does not affect visible previews.
  await ctx.jobs.drain({ includeLater: true });
  for (const { storage_key: key } of after) expect(stored.has(key ?? '')).toBe(true);
});

test('a deleted resource, or one without files, has none', async () => {
  await ctx.jobs.send(ctx.db, createPreviewsJob, { resourceId });
  await ctx.jobs.send(ctx.db, createPreviewsJob, { resourceId: 2_000_000_000 });
  await ctx.jobs.drain();
  expect(await previews()).toEqual([]);
});
