// The shipped media agree with their list: files exist and stay small, captions and sections lie within the film.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { MEDIA, type Media } from './media-files.ts';

const KILOBYTE = 1000;
const list = JSON.parse(readFileSync(path.join(MEDIA, 'media.json'), 'utf8')) as Media[];

function sizeOf(file: string): number {
  return statSync(path.join(MEDIA, file)).size;
}

function seconds(timestamp: string): number {
  const [minutes = '', rest = ''] = timestamp.split(':');
  return Number(minutes) * 60 + Number(rest);
}

function parseCues(file: string): { start: number; end: number; text: string }[] {
  const [header, ...blocks] = readFileSync(path.join(MEDIA, file), 'utf8').trim().split('\n\n');
  expect(header).toBe('WEBVTT');
  return blocks.map((block) => {
    const [timing = '', ...lines] = block.split('\n');
    const [, start = '', end = ''] = /^(\d\d:\d\d\.\d{3}) --> (\d\d:\d\d\.\d{3})$/.exec(timing) ?? [];
    return { start: seconds(start), end: seconds(end), text: lines.join('\n') };
  });
}

/** Ranges that follow each other and end before the film does. */
function expectInOrder(ranges: readonly { start: number; end: number }[], length: number): void {
  expect(ranges.length).toBeGreaterThan(1);
  ranges.forEach(({ start, end }, index) => {
    expect(start).toBeGreaterThanOrEqual((ranges[index - 1]?.end ?? 0) - 0.001);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(length);
  });
}

describe.each(list)('$slug', (media) => {
  it('lasts as long as the list says, in a format every browser plays', async () => {
    using input = new Input({
      formats: ALL_FORMATS,
      source: new FilePathSource(path.join(MEDIA, media.file)),
    });
    // The sound is padded to whole packets of 1,024 samples.
    expect(await input.computeDuration()).toBeCloseTo(media.seconds, 0);
    const audio = await input.getPrimaryAudioTrack();
    expect(audio?.codec).toBe('aac');
    const video = await input.getPrimaryVideoTrack();
    expect(video?.codec).toBe(media.kind === 'video' ? 'avc' : undefined);
  });

  it('is small', () => {
    expect(sizeOf(media.file)).toBeLessThanOrEqual((media.kind === 'video' ? 450 : 400) * KILOBYTE);
    if (media.poster) expect(sizeOf(media.poster)).toBeLessThanOrEqual(25 * KILOBYTE);
    expect(media.poster === null).toBe(media.kind === 'audio');
  });

  it('has captions within its length', () => {
    expect(media.captions[0]?.language).toBe('en');
    for (const { file } of media.captions) {
      const cues = parseCues(file);
      expectInOrder(cues, media.seconds);
      expect(cues.filter(({ text }) => !text)).toEqual([]);
    }
  });

  it('has sections that start on a beat', () => {
    expectInOrder(media.sections, media.seconds);
    expect(media.firstBeat).toBeGreaterThan(0);
    for (const { start } of media.sections) {
      const beats = ((start - media.firstBeat) * media.bpm) / 60;
      expect(Math.abs(beats - Math.round(beats))).toBeLessThan(0.01);
    }
  });
});

it('lists every file once, four megabytes in all', () => {
  const files = list.flatMap(({ file, poster, captions }) => [
    file,
    ...(poster ? [poster] : []),
    ...captions.map((caption) => caption.file),
  ]);
  expect(files.filter((file) => !existsSync(path.join(MEDIA, file)))).toEqual([]);
  expect(files.toSorted()).toEqual(
    readdirSync(MEDIA)
      .filter((file) => file !== 'media.json')
      .toSorted(),
  );
  expect(files.reduce((total, file) => total + sizeOf(file), 0)).toBeLessThanOrEqual(4000 * KILOBYTE);
});
