// The practice player's rules: speeds, loops, counts and played parts. No zod: the browser loads this file alone.
import type { LessonSection } from '#shared/features/course/course.rules.ts';

export const PRACTICE_SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5] as const;
export type PracticeSpeed = (typeof PRACTICE_SPEEDS)[number];

export const SPEED_LABELS: Readonly<Record<PracticeSpeed, string>> = {
  0.25: '¼',
  0.5: '½',
  0.75: '¾',
  1: '1×',
  1.25: '1¼',
  1.5: '1½',
};

/** In seconds; `end` is null until it is set. */
export type Loop = { start: number; end: number | null };

/** What the player remembers for a learner in a lesson. */
export type PracticeSettings = {
  speed: PracticeSpeed;
  isMirrored: boolean;
  isCountedIn: boolean;
  loop: Loop | null;
  isLooping: boolean;
  /** Language of the captions; null: off. */
  captions: string | null;
};

export const DEFAULT_PRACTICE: PracticeSettings = {
  speed: 1,
  isMirrored: false,
  isCountedIn: false,
  loop: null,
  isLooping: false,
  captions: null,
};

/** A loop shorter than this plays nothing anyone could follow. */
export const SHORTEST_LOOP = 0.5;

/** Sets one end at `second`. Ends that would cross or almost meet push the other one out of the way. */
export function setLoopEnd(loop: Loop | null, which: 'start' | 'end', second: number): Loop {
  const at = Math.max(0, Math.round(second * 100) / 100);
  if (which === 'start') {
    const isBefore = loop?.end != null && at + SHORTEST_LOOP <= loop.end;
    return { start: at, end: isBefore ? loop.end : null };
  }
  const start = loop && loop.start + SHORTEST_LOOP <= at ? loop.start : 0;
  return { start, end: Math.max(at, start + SHORTEST_LOOP) };
}

/** Where to jump from `second`, or null to go on playing. */
export function loopTarget(loop: Loop | null, second: number, duration: number): number | null {
  if (!loop) return null;
  const end = Math.min(loop.end ?? duration, duration);
  // Someone who seeks past the end or before the start wants to be there; only playing over the end jumps back.
  const hasJustPassed = second >= end && second < end + 1;
  return hasJustPassed || (second >= duration && end >= duration - 0.1) ? loop.start : null;
}

export function sectionAt(sections: readonly LessonSection[], second: number): number {
  return sections.findLastIndex(({ start }) => start <= second + 0.01);
}

export function sectionEnd(sections: readonly LessonSection[], index: number, duration: number): number {
  return sections[index + 1]?.start ?? duration;
}

/** Where the beats fall, and how many make a phrase: 8, or 6 for a waltz. */
export type Tempo = { bpm: number; firstBeat: number; phraseCounts: number };

/** From 1 to the end of the phrase; null before the first beat. */
export function countAt(second: number, { bpm, firstBeat, phraseCounts }: Tempo): number | null {
  const beats = (second - firstBeat) * (bpm / 60);
  // A beat that falls between two frames still counts as begun.
  return beats < -0.02 ? null : (Math.floor(beats + 0.02) % phraseCounts) + 1;
}

/** The half of the phrase that `count` is in, as dancers group it: “5 6 7 8”, “1 2 3”. */
export function countsAround(count: number, phraseCounts: number): number[] {
  const isWhole = phraseCounts <= 4;
  const size = isWhole ? phraseCounts : Math.ceil(phraseCounts / 2);
  const first = !isWhole && count > size ? size + 1 : 1;
  return Array.from({ length: Math.min(size, phraseCounts - first + 1) }, (_, at) => first + at);
}

/** What is counted before the music: the end of a phrase, “5, 6, 7, 8” or “4, 5, 6”. */
export const countInCounts = (phraseCounts: number) => countsAround(phraseCounts, phraseCounts);

/** How far the arrows skip: one phrase, or five seconds without a tempo. */
export function skipSeconds(tempo: Tempo | null): number {
  return tempo === null ? 5 : tempo.phraseCounts * (60 / tempo.bpm);
}

export type PlayedRange = [start: number, end: number];

/** The `played` of a media element. */
type Played = { length: number; start(index: number): number; end(index: number): number };

/** Whole seconds, as progress is saved; parts too short to count are left out. */
export function playedRanges(played: Played): PlayedRange[] {
  return Array.from({ length: played.length }, (_, index): PlayedRange => [
    Math.round(played.start(index)),
    Math.round(played.end(index)),
  ]).filter(([start, end]) => end > start);
}

/** “0:07”, “12:40”, “1:02:09”. */
export function formatSecond(second: number): string {
  const whole = Math.max(0, Math.floor(second));
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
