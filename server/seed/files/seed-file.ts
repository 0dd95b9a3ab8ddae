// What a demo file contains, as data: a document's pages, a track's beat, a sheet's rows.
import type { Metre } from '#shared/features/resource/resource.rules.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';

export type PdfPage = {
  heading: string;
  paragraphs: readonly string[];
  bullets: readonly string[];
  /** The parts of a class in order; their minutes add up to its length. */
  timings?: readonly { minutes: number; name: string; detail: string }[];
};
export type PdfPlan = { title: string; subtitle: string; pages: readonly PdfPage[] };
export type AudioPlan = {
  bpm: number;
  metre: Metre;
  seconds: number;
  feel: 'calm' | 'steady' | 'driving' | 'swung';
};
export type SheetPlan = { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };
export type TextPlan = { title: string; paragraphs: readonly string[] };
export type DrawingPlan = { style: DanceStyle; seed: string };
export type ClipPlan = DrawingPlan & { seconds: number };

export type SeedFile = {
  /** As shown on the page: “Ten weekly lesson plans”. */
  label: string;
  /** The file name for the buyer, with its extension. */
  name: string;
} & (
  | { kind: 'pdf'; plan: PdfPlan }
  | { kind: 'audio'; plan: AudioPlan }
  | { kind: 'xlsx'; plan: SheetPlan }
  | { kind: 'image'; plan: DrawingPlan }
  | { kind: 'text'; plan: TextPlan }
  | { kind: 'video'; plan: ClipPlan }
);

export const FILE_ENDINGS: Readonly<Record<SeedFile['kind'], string>> = {
  pdf: 'pdf',
  audio: 'wav',
  xlsx: 'xlsx',
  image: 'png',
  text: 'txt',
  video: 'webm',
};
