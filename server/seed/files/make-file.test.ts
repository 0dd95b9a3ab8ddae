import { describe, expect, test } from 'vitest';
import { readSheetRows } from '#server/integrations/sheet-excerpt.ts';
import { cutMedia } from '#server/integrations/media-clip.ts';
import { probeImage } from '#server/integrations/images.ts';
import { renderPdfPages } from '#server/integrations/pdf-pages.ts';
import type { Metre } from '#shared/features/resource/resource.rules.ts';
import type { AudioPlan, SeedFile } from './seed-file.ts';
import { makeSeedFile } from './make-file.ts';

const named = { label: 'A thing', name: 'a-thing.bin' };

const PLANS: Readonly<Record<SeedFile['kind'], SeedFile>> = {
  pdf: {
    ...named,
    kind: 'pdf',
    plan: {
      title: 'Pliés, “gently” → twice',
      subtitle: 'Two lessons',
      pages: ['One', 'Two'].map((heading) => ({
        heading,
        paragraphs: ['Aim: everyone lands softly.'],
        bullets: ['Knees over toes'],
        timings: [{ minutes: 10, name: 'Warm-up', detail: 'Walk the room.' }],
      })),
    },
  },
  audio: { ...named, kind: 'audio', plan: { bpm: 120, metre: '4/4', seconds: 8, feel: 'driving' } },
  xlsx: {
    ...named,
    kind: 'xlsx',
    plan: {
      columns: ['Name', 'Week 1'],
      rows: [
        ['Björn & <Ama>', 3],
        ['Chidi', 0.5],
      ],
    },
  },
  image: { ...named, kind: 'image', plan: { style: 'Tap', seed: 'x' } },
  text: { ...named, kind: 'text', plan: { title: 'Words', paragraphs: ['word '.repeat(60).trim(), 'End.'] } },
  video: { ...named, kind: 'video', plan: { style: 'Jazz', seed: 'x', seconds: 2 } },
};

const make = (kind: SeedFile['kind']) => makeSeedFile(PLANS[kind], { style: 'Ballet' });

test.each(Object.keys(PLANS) as SeedFile['kind'][])(
  'the same plan gives the same %s, byte for byte',
  async (kind) => {
    const first = await make(kind);
    // A second later by the clock of archives, which counts in twos.
    await new Promise((resolve) => setTimeout(resolve, kind === 'xlsx' ? 2100 : 0));
    expect((await make(kind)).data.equals(first.data)).toBe(true);
  },
);

test('a document has the planned pages', async () => {
  const { data, pages } = await make('pdf');
  expect(pages).toBe(2);
  expect(await renderPdfPages({ bytes: data, pages: 3, width: 320 })).toMatchObject({
    isReadable: true,
    pageCount: 2,
    pictures: [{ width: 320 }, { width: 320 }],
  });
});

test('a spreadsheet has the planned content', async () => {
  const { data } = await make('xlsx');
  expect(await readSheetRows(data, 12)).toEqual(['Name\tWeek 1', 'Björn & <Ama>\t3', 'Chidi\t0.5']);
});

test('a text wraps between words', async () => {
  const lines = (await make('text')).data.toString('utf8').split('\n');
  expect(lines[0]).toBe('Words');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(88);
});

test('a picture is a PNG', async () => {
  expect(await probeImage((await make('image')).data)).toMatchObject({
    format: 'png',
    width: 1200,
    height: 1500,
  });
});

test('a video is a WebM of its length', async () => {
  const { data, seconds } = await make('video');
  expect(data.readUInt32BE(0)).toBe(0x1a45dfa3);
  const read = async (start: number, end: number) => data.subarray(start, end);
  const clip = await cutMedia({ bytes: data.length, read }, 60);
  // A clip is half of it.
  expect(clip).toMatchObject({ contentType: 'video/webm', seconds: 1, width: 320, height: 180 });
  expect(seconds).toBe(2);
});

describe('a track', () => {
  const TRACKS: [number, Metre, AudioPlan['feel']][] = [
    [60, '3/4', 'calm'],
    [96, '4/4', 'steady'],
    [128, '4/4', 'driving'],
    [104, '2/4', 'swung'],
    [72, '6/8', 'calm'],
    [88, '12/8', 'steady'],
  ];

  test.each(TRACKS)('beats at %d in %s (%s)', async (bpm, metre, feel) => {
    const plan: AudioPlan = { bpm, metre, seconds: 10, feel };
    const { data, seconds } = await makeSeedFile({ ...named, kind: 'audio', plan }, { style: 'Ballet' });
    expect(data.toString('latin1', 0, 4) + data.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect([data.readUInt16LE(22), data.readUInt32LE(24), data.readUInt16LE(34)]).toEqual([1, 22_050, 16]);
    const frames = data.readUInt32LE(40) / 2;
    expect(data.length).toBe(44 + frames * 2);
    expect(Math.abs(frames / 22_050 - (seconds ?? 0))).toBeLessThanOrEqual(0.5);
    // Whole bars.
    const beats = Number(metre.split('/')[0]) / (metre.endsWith('/8') ? 3 : 1);
    const bars = ((frames / 22_050) * bpm) / 60 / beats;
    expect(bars).toBeCloseTo(Math.round(bars), 2);
    const measured = measureBeat(data, 60 / bpm);
    expect(Math.abs(measured - 60 / bpm) / (60 / bpm)).toBeLessThan(0.02);
  });

  /** The distance, near the one expected, at which the strokes of the track fit upon themselves best. */
  function measureBeat(wav: Buffer, expected: number): number {
    const step = 55;
    const strokes: number[] = [];
    for (let at = 46; at + step * 2 <= wav.length; at += step * 2) {
      // A stroke is a leap from one sample to the next; what rings on goes in small steps.
      let leap = 0;
      for (let sample = at; sample < at + step * 2; sample += 2) {
        leap = Math.max(leap, Math.abs(wav.readInt16LE(sample) - wav.readInt16LE(sample - 2)));
      }
      strokes.push(leap > 2500 ? leap : 0);
    }
    const fit = (lag: number) =>
      strokes.reduce((sum, stroke, at) => sum + stroke * (strokes[at + lag] ?? 0), 0);
    const lags = Array.from({ length: 400 }, (_, at) =>
      Math.round((expected * (0.8 + at / 1000) * 22_050) / step),
    );
    const best = lags.reduce((most, lag) => (fit(lag) > fit(most) ? lag : most), lags[0] ?? 0);
    return (best * step) / 22_050;
  }
});
