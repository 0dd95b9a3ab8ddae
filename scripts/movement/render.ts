// Renders the demo videos of a drawn dancer, with music, captions and posters, into server/seed/media. The results are
// in the repository and the site needs nothing else; run this after a change to a dance, the figure or the music:
//   node scripts/movement/render.ts [slug …]     (Node 24 or newer, and ffmpeg with libx264 on the PATH)
//   node scripts/movement/render.ts --sheet out.png [--from 0 --to 8 --step 1] [slug …]
// draws stills on one sheet instead, to look at while working on a dance.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { clipSeconds, countAt, type Clip } from './clip.ts';
import { CLIPS } from './clips/all-clips.ts';
import { counting, type Lesson } from './clips/counting.ts';
import { playClip, playLesson, SAMPLE_RATE } from './music.ts';
import { choreograph } from './pose.ts';
import { MEDIA, writeCaptions, writeList } from './media-files.ts';
import { createPainter, SIZE } from './scene.ts';

const FRAMES_PER_SECOND = 30;
const LESSONS = [counting];

function frameCount(clip: Clip): number {
  return Math.round(clipSeconds(clip) * FRAMES_PER_SECOND);
}

async function createDrawer(clip: Clip): Promise<(count: number) => Promise<Buffer>> {
  const paint = await createPainter(clip.costume, clip.phrase);
  const poseAt = choreograph(clip.start, clip.keys);
  // A hair early rather than late, so that rounding never shows the number before.
  return (count) => paint(poseAt(count), countAt(clip, count + 0.001));
}

async function renderVideo(clip: Clip): Promise<void> {
  const draw = await createDrawer(clip);
  const encoder = startEncoder(clip.slug, playClip(clip), videoArguments);
  for (let frame = 0; frame < frameCount(clip); frame++) {
    const count = ((frame / FRAMES_PER_SECOND) * clip.bpm) / 60 - clip.countIn;
    if (!encoder.stdin.write(await draw(count))) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  await finish(encoder);
}

async function renderSound(lesson: Lesson): Promise<void> {
  await finish(startEncoder(lesson.slug, playLesson(lesson), soundArguments));
}

function startEncoder(slug: string, pcm: Buffer, argumentsFor: (sound: string, target: string) => string[]) {
  const sound = path.join(os.tmpdir(), `${slug}.pcm`);
  writeFileSync(sound, pcm);
  const args = argumentsFor(sound, path.join(MEDIA, slug));
  return spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
}

async function finish(encoder: ChildProcess): Promise<void> {
  const [code] = (await once(encoder, 'close')) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}.`);
}

const words = (line: string) => line.split(' ');
const soundInput = words(`-f s16le -ar ${SAMPLE_RATE} -ac 1 -i`);

function soundArguments(sound: string, target: string): string[] {
  const output = words('-c:a aac -b:a 32k -ac 1 -map_metadata -1 -movflags +faststart');
  return [...words('-y -loglevel error'), ...soundInput, sound, ...output, `${target}.m4a`];
}

/** A key frame every second makes seeking and single steps quick; the index in front lets playback start at once. */
function videoArguments(sound: string, target: string): string[] {
  const rate = FRAMES_PER_SECOND;
  return [
    ...words('-y -loglevel error'),
    ...words(`-f rawvideo -pix_fmt rgb24 -s ${SIZE.width}x${SIZE.height} -r ${rate} -i pipe:0`),
    ...soundInput,
    sound,
    ...words('-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p'),
    ...words('-colorspace bt709 -color_primaries bt709 -color_trc bt709'),
    ...words(
      `-c:v libx264 -preset medium -tune animation -crf 29 -g ${rate} -keyint_min ${rate} -sc_threshold 0`,
    ),
    ...words('-c:a aac -b:a 64k -ac 1 -map_metadata -1 -movflags +faststart'),
    `${target}.mp4`,
  ];
}

async function renderPoster(clip: Clip): Promise<void> {
  const draw = await createDrawer(clip);
  const jpeg = await sharp(await draw(clip.poster), { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
  writeFileSync(path.join(MEDIA, `${clip.slug}.jpg`), jpeg);
}

type Stills = { from: number; to: number; step: number };

async function drawSheet(clips: readonly Clip[], target: string, { from, to, step }: Stills): Promise<void> {
  const [tile, columns] = [{ width: 400, height: 360 }, 5];
  const stills: Buffer[] = [];
  for (const clip of clips) {
    const draw = await createDrawer(clip);
    for (let count = from; count <= Math.min(clip.counts + 1, to); count += step) {
      const still = sharp(await draw(count), { raw: { ...SIZE, channels: 3 } });
      stills.push(
        await still.extract({ left: 120, top: 0, width: 400, height: 360 }).resize(tile).png().toBuffer(),
      );
    }
  }
  const height = Math.ceil(stills.length / columns) * tile.height;
  const layers = stills.map((input, at) => ({
    input,
    left: (at % columns) * tile.width,
    top: Math.floor(at / columns) * tile.height,
  }));
  await sharp({ create: { width: columns * tile.width, height, channels: 3, background: '#fff' } })
    .composite(layers)
    .png()
    .toFile(target);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sheet: { type: 'string' },
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '100' },
    step: { type: 'string', default: '1' },
  },
});
const isChosen = ({ slug }: { slug: string }) => positionals.length === 0 || positionals.includes(slug);
const chosen = CLIPS.filter(isChosen);
if (values.sheet) {
  const { from, to, step } = values;
  await drawSheet(chosen, values.sheet, { from: Number(from), to: Number(to), step: Number(step) });
} else {
  mkdirSync(MEDIA, { recursive: true });
  for (const clip of chosen) {
    console.log(`${clip.slug}, ${clipSeconds(clip).toFixed(1)} s …`);
    await renderVideo(clip);
    await renderPoster(clip);
    writeCaptions(clip);
  }
  for (const lesson of LESSONS.filter(isChosen)) {
    console.log(`${lesson.slug}, ${clipSeconds(lesson).toFixed(1)} s …`);
    await renderSound(lesson);
    writeCaptions(lesson);
  }
  writeList(CLIPS, LESSONS);
}
