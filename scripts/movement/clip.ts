// What a clip is made of. Counts start at 0 on the first "one"; the count-in lies before it.
import type { CostumeName } from './costumes.ts';
import type { Change, Key } from './pose.ts';

export type Tune = {
  feel: 'waltz' | 'march' | 'flow' | 'swing';
  /** One chord a bar, repeated as long as the dance lasts: `C Am F G7`. */
  chords: string;
  /** Notes and their length in beats, repeated likewise: `E5:1 G5:0.5 -:0.5`. */
  melody: string;
};

export type Clip = {
  slug: string;
  title: string;
  bpm: number;
  /** Counts in a phrase: 8, or 6 for two bars of a waltz. */
  phrase: 8 | 6;
  countIn: number;
  counts: number;
  costume: CostumeName;
  start: Change;
  keys: Key[];
  tune: Tune;
  /** Beats on which shoes are heard. */
  taps?: number[];
  sections: { label: string; from: number; to: number }[];
  /** Shown until the next one. */
  cues: { at: number; en: string; es?: string }[];
  /** The count whose picture stands for the clip. */
  poster: number;
};

/** Quiet after the last count, in which the final chord rings. */
const TAIL_SECONDS = 1;

export function beatSeconds({ bpm }: Pick<Clip, 'bpm'>): number {
  return 60 / bpm;
}

export function secondsAt(clip: Pick<Clip, 'bpm' | 'countIn'>, count: number): number {
  return (clip.countIn + count) * beatSeconds(clip);
}

export function clipSeconds(clip: Pick<Clip, 'bpm' | 'countIn' | 'counts'>): number {
  return secondsAt(clip, clip.counts) + TAIL_SECONDS;
}

/** The number called on a beat, also before the first one: 5, 6, 7, 8, 1, 2 … */
export function countAt({ phrase }: Pick<Clip, 'phrase'>, beat: number): number {
  return (((Math.floor(beat) % phrase) + phrase) % phrase) + 1;
}
