// Creates a file of the demo school from its plan: the same plan gives the same bytes.
import { drawCover } from '#server/features/cover/cover.draw.ts';
import { renderSvgFile } from '#server/integrations/images.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';
import type { DrawingPlan, SeedFile, TextPlan } from './seed-file.ts';
import { writePdf } from './pdf-file.ts';
import { writeSheet } from './sheet-file.ts';
import { writeClip } from './video-file.ts';
import { writeTrack } from './wav-file.ts';

export type MadeFile = { data: Buffer; contentType: string; pages?: number; seconds?: number };

/** Large enough to print on A5. */
const PICTURE = { width: 1200, height: 1500 };
const LINE = 88;

type Maker<Kind extends SeedFile['kind']> = (
  file: Extract<SeedFile, { kind: Kind }>,
  about: { style: DanceStyle },
) => Promise<MadeFile>;

const MAKERS: { readonly [Kind in SeedFile['kind']]: Maker<Kind> } = {
  pdf: async ({ plan }, about) => ({ ...(await writePdf(plan, about)), contentType: 'application/pdf' }),
  audio: async ({ plan, name }, { style }) => ({
    ...(await writeTrack(plan, `${name} ${style}`)),
    contentType: 'audio/wav',
  }),
  xlsx: async ({ plan }) => ({
    data: await writeSheet(plan),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  image: async ({ plan }) => ({ data: await writePicture(plan), contentType: 'image/png' }),
  text: async ({ plan }) => ({ data: writeText(plan), contentType: 'text/plain; charset=utf-8' }),
  video: async ({ plan }) => ({
    data: await writeClip(plan),
    contentType: 'video/webm',
    seconds: plan.seconds,
  }),
};

export function makeSeedFile(file: SeedFile, about: { style: DanceStyle }): Promise<MadeFile> {
  const make = MAKERS[file.kind] as Maker<SeedFile['kind']>;
  return make(file, about);
}

function writePicture({ seed, style }: DrawingPlan): Promise<Buffer> {
  return renderSvgFile(drawCover(seed, style, PICTURE), PICTURE.width, 'png');
}

function writeText({ title, paragraphs }: TextPlan): Buffer {
  const body = paragraphs.map(wrapped).join('\n\n');
  return Buffer.from(`${title}\n${'='.repeat(Math.min(LINE, title.length))}\n\n${body}\n`);
}

/** Broken between words: not every program does that by itself. */
function wrapped(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= LINE) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
