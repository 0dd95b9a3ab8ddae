import type { Clip } from '../clip.ts';
import { ARM, arms, foot, leg, mirror, shift, spot, stand, type Change, type Key } from '../pose.ts';

const PLACE = { facing: 32 };
const READY = { left: [8, 4, 10], right: [-8, 4, 10] } as const;

function rightFoot(front: number, change: { Lift?: number; Heel?: number; Point?: number }): Change {
  return leg('right', { ...spot(PLACE, -8, front), Lift: 0, Heel: 0, Point: 0, ...change });
}

/** Shuffle on "and one", ball change on "and two"; every sound is a moment when a shoe meets the floor. */
const shuffleBallChange: Key[] = [
  { at: -0.5, over: 0.3, ...rightFoot(14, { Heel: 34 }), leftLift: 0, drop: 7 },
  { at: -0.25, ...rightFoot(34, { Lift: 10, Heel: 6 }), ...arms(ARM.bent, ARM.halfSecond) },
  { at: 0, ...rightFoot(10, { Heel: 34 }), headNod: 4 },
  { at: 0.25, ...rightFoot(-12, { Lift: 11, Heel: 52 }), drop: 5 },
  { at: 0.5, ...rightFoot(-16, { Heel: 42 }), leftLift: 5, leftHeel: 14, drop: 6, ...arms(ARM.halfSecond) },
  { at: 1, leftLift: 0, leftHeel: 0, ...rightFoot(-6, { Lift: 7, Heel: 40 }), drop: 7, headNod: 0 },
];
const SHUFFLES = [0, 2, 4];

/** Two stomps turn the body to the other corner. */
const stomps: Key[] = [
  { at: 5.6, ...rightFoot(16, { Lift: 22, Heel: 20 }), drop: 4 },
  { at: 6, facing: 0, ...foot('right', { facing: 0 }, READY.right), drop: 8, ...arms(ARM.long) },
  { at: 6.6, leftLift: 20, leftHeel: 20, drop: 5 },
  { at: 7, ...stand({ facing: -PLACE.facing }, READY), drop: 8, ...arms(ARM.halfSecond) },
];
const eight: Key[] = [...SHUFFLES.flatMap((at) => shift(shuffleBallChange, at)), ...stomps];
const SOUNDS = [...SHUFFLES.flatMap((at) => [-0.5, 0, 0.5, 1].map((sound) => at + sound)), 6, 7];

export const tap: Clip = {
  slug: 'tap-shuffle-ball-change',
  title: 'Tap: shuffle ball change',
  bpm: 92,
  phrase: 8,
  countIn: 4,
  counts: 24,
  costume: 'blue',
  start: { ...stand(PLACE, READY), ...arms(ARM.halfSecond) },
  keys: [
    { at: -1, over: 0.8, drop: 6, ...rightFoot(0, { Lift: 5, Heel: 30 }) },
    ...eight,
    ...mirror(eight, 8),
    ...shift(eight, 16),
    { at: 24.5, drop: 0, ...arms(ARM.second) },
  ],
  tune: {
    feel: 'swing',
    chords: 'Bb Gm F7 Bb Bb7 Eb',
    melody: 'D5:1 F5:1 -:2 Bb4:1 D5:1 -:2 C5:1 Eb5:1 A4:1 C5:1 D5:2 -:2 F5:1 Ab5:1 -:2 G5:1 Eb5:1 Bb4:1 -:1',
  },
  taps: [0, 8, 16].flatMap((from) => SOUNDS.map((sound) => from + sound)),
  sections: [
    { label: 'Ready', from: -4, to: 0 },
    { label: 'Right foot', from: 0, to: 8 },
    { label: 'Left foot', from: 8, to: 16 },
    { label: 'Right foot again', from: 16, to: 24 },
  ],
  cues: [
    { at: -4, en: 'Weight on the left, right ankle loose.' },
    { at: -1, en: 'And one: brush forward, brush back. And two: ball, change.' },
    { at: 2, en: 'And three and four: shuffle, ball change.' },
    { at: 4, en: 'And five and six: shuffle, ball change.' },
    { at: 6, en: 'Seven: stomp. Eight: stomp, and change sides.' },
    { at: 8, en: 'Left foot: four clear sounds, evenly spaced.' },
    { at: 14, en: 'Seven: stomp. Eight: stomp.' },
    { at: 16, en: 'Right foot again. Listen: and one and two.' },
    { at: 22, en: 'Seven: stomp. Eight: stomp. Finish.' },
  ],
  poster: 6,
};
