// Plans the files of a demo resource. The modules beside it turn a plan into bytes and decide nothing about content.
import type { DanceStyle } from '#shared/vocabulary.ts';
import type { Inside, SeedResource } from '../demo-data.ts';
import { cardPages, checklistPages, guidePages, lessonPages } from './plan-pages.ts';
import { planSheet } from './plan-sheets.ts';
import {
  FILE_ENDINGS,
  type AudioPlan,
  type DrawingPlan,
  type PdfPage,
  type SeedFile,
  type TextPlan,
} from './seed-file.ts';

/** In the order of the page. No two of one resource have the same name. */
export function planFilesOf(resource: SeedResource): SeedFile[] {
  return resource.inside.map((inside, at) => {
    const file = planFile(resource, inside, at);
    return { ...file, label: inside.label, name: `${fileStem(inside.label)}.${FILE_ENDINGS[file.kind]}` };
  });
}

type PlannedFile = SeedFile extends infer File
  ? File extends SeedFile
    ? Omit<File, 'label' | 'name'>
    : never
  : never;

function planFile(resource: SeedResource, inside: Inside, at: number): PlannedFile {
  const document = (pages: PdfPage[]): PlannedFile => ({
    kind: 'pdf',
    plan: { title: resource.title, subtitle: inside.label, pages },
  });
  switch (inside.part) {
    case 'plans':
      return document(lessonPages(resource, inside.count));
    case 'cards':
      return document(cardPages(resource, inside.count));
    case 'guide':
      return document(guidePages(resource));
    case 'checklist':
      return document(checklistPages(resource, inside.label));
    case 'track':
      return { kind: 'audio', plan: planTrack(resource, inside, at) };
    case 'clip':
      return { kind: 'video', plan: { ...drawingOf(resource, inside), seconds: 6 + (at % 3) * 2 } };
    case 'picture':
      return { kind: 'image', plan: drawingOf(resource, inside) };
    case 'sheet':
      return { kind: 'xlsx', plan: planSheet(resource, inside.of) };
    case 'words':
      break;
  }
  return { kind: 'text', plan: planWords(resource, inside.label) };
}

function drawingOf({ title, style }: SeedResource, { label }: Inside): DrawingPlan {
  return { style, seed: `${title}/${label}` };
}

const FEELS: Readonly<Partial<Record<DanceStyle, AudioPlan['feel']>>> = {
  Ballet: 'calm',
  Contemporary: 'calm',
  Modern: 'calm',
  Swing: 'swung',
  Tap: 'swung',
  Jazz: 'swung',
  Folk: 'steady',
  Ballroom: 'steady',
};

type Track = Extract<Inside, { part: 'track' }>;

function planTrack({ music, style }: SeedResource, track: Track, at: number): AudioPlan {
  return {
    bpm: track.bpm ?? music?.bpm ?? 100,
    metre: track.metre ?? music?.metre ?? '4/4',
    seconds: 8 + ((at * 2) % 7),
    feel: FEELS[style] ?? 'driving',
  };
}

function planWords(resource: SeedResource, label: string): TextPlan {
  const pages = [...guidePages(resource), ...lessonPages(resource, 2)];
  const lines = pages.flatMap(({ heading, paragraphs, bullets, timings = [] }) => [
    heading,
    ...paragraphs,
    ...timings.map(({ minutes, name, detail }) => `${name} (${minutes} min). ${detail}`),
    ...bullets.map((bullet) => `- ${bullet}`),
  ]);
  return { title: `${resource.title}: ${label.toLowerCase()}`, paragraphs: [...resource.about, ...lines] };
}

/** “Barre music, counted in” is `barre-music-counted-in`. */
export function fileStem(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
