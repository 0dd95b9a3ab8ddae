// Makes a file of the demo school from its plan: the same plan gives the same bytes.
import { drawCover } from '#server/features/cover/cover.draw.ts';
import { renderSvgFile } from '#server/integrations/images.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';
import type { DrawingPlan, SeedFile, TextPlan } from '../catalogue/seed-file.ts';
import { writePdf } from './pdf-file.ts';
import { writeSheet } from './sheet-file.ts';
import { writeClip } from './video-file.ts';
import { writeTrack } from './wav-file.ts';

export type MadeFile = { data: Buffer; contentType: string; pages?: number; seconds?: number };

/** Large enough to print on A5. */
const PICTURE = { width: 1200, height: 1500 };
const LINE = 88;

export async function makeSeedFile(file: SeedFile, { style }: { style: DanceStyle }): Promise<MadeFile> {
  switch (file.kind) {
    case 'pdf':
      return { ...(await writePdf(file.plan, { style })), contentType: 'application/pdf' };
    case 'audio':
      return { ...(await writeTrack(file.plan, `${file.name} ${style}`)), contentType: 'audio/wav' };
    case 'xlsx':
      return {
        data: await writeSheet(file.plan),
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      };
    case 'image':
      return { data: await writePicture(file.plan), contentType: 'image/png' };
    case 'text':
      return { data: writeText(file.plan), contentType: 'text/plain; charset=utf-8' };
  }
  return { data: await writeClip(file.plan), contentType: 'video/webm', seconds: file.plan.seconds };
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
