// Captions as WebVTT, and media.json, which tells the seed what there is to show.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { clipSeconds, secondsAt, type Clip } from './clip.ts';

export const MEDIA = path.join(import.meta.dirname, '../../server/seed/media');
const LANGUAGES = [
  { language: 'en', label: 'English', suffix: '.vtt' },
  { language: 'es', label: 'Español', suffix: '.es.vtt' },
] as const;

/** One entry of media.json. Times are in seconds; `firstBeat` is when the first "one" is heard. */
export type Media = {
  slug: string;
  kind: 'video' | 'audio';
  title: string;
  file: string;
  seconds: number;
  bpm: number;
  firstBeat: number;
  /** Counts before "one" comes round again. */
  phrase: number;
  sections: { label: string; start: number; end: number }[];
  captions: { language: string; label: string; file: string }[];
  poster: string | null;
};
export type Timed = Pick<
  Clip,
  'slug' | 'title' | 'bpm' | 'phrase' | 'countIn' | 'counts' | 'sections' | 'cues'
>;

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function languagesOf({ cues }: Timed) {
  return LANGUAGES.filter(({ language }) => cues.every((cue) => cue[language]));
}

export function writeCaptions(clip: Timed): void {
  for (const { language, suffix } of languagesOf(clip)) {
    const cues = clip.cues.map((cue, index) => {
      const end = clip.cues[index + 1]?.at ?? clip.counts;
      return `${timestamp(secondsAt(clip, cue.at))} --> ${timestamp(secondsAt(clip, end))}\n${cue[language]}\n`;
    });
    writeFileSync(path.join(MEDIA, `${clip.slug}${suffix}`), `WEBVTT\n\n${cues.join('\n')}`);
  }
}

function timestamp(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`;
}

function describe(clip: Timed, kind: Media['kind']): Media {
  return {
    slug: clip.slug,
    kind,
    title: clip.title,
    file: `${clip.slug}.${kind === 'video' ? 'mp4' : 'm4a'}`,
    seconds: round(clipSeconds(clip)),
    bpm: clip.bpm,
    firstBeat: round(secondsAt(clip, 0)),
    phrase: clip.phrase,
    sections: clip.sections.map(({ label, from, to }) => ({
      label,
      start: round(secondsAt(clip, from)),
      end: round(secondsAt(clip, to)),
    })),
    captions: languagesOf(clip).map(({ language, label, suffix }) => ({
      language,
      label,
      file: `${clip.slug}${suffix}`,
    })),
    poster: kind === 'video' ? `${clip.slug}.jpg` : null,
  };
}

export function writeList(clips: readonly Timed[], lessons: readonly Timed[] = []): void {
  const list = [
    ...clips.map((clip) => describe(clip, 'video')),
    ...lessons.map((one) => describe(one, 'audio')),
  ];
  writeFileSync(path.join(MEDIA, 'media.json'), `${JSON.stringify(list, null, 2)}\n`);
}
