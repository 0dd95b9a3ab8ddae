import type { Clip } from '../clip.ts';
import { ARM, arms, foot, mirror, shift, stand, type Change, type Key } from '../pose.ts';

const START = 40;
const CLOSED = { left: [8, 2, 24], right: [-8, 2, 24] } as const;
const over = 0.7;
const heels = (Heel: number): Change => ({ leftHeel: Heel, rightHeel: Heel });

/** Down on one, up on two and three, swaying to the right and to the left. */
const balance: Key[] = [
  {
    at: 0,
    over,
    step: 'right',
    ...foot('right', { x: START }, [-34, 2, 30]),
    ...heels(0),
    x: START - 24,
    drop: 9,
    side: 6,
    ...arms(ARM.first, ARM.second),
    headTurn: -18,
  },
  {
    at: 1,
    over,
    step: 'left',
    ...foot('left', { x: START - 30 }, [2, -10, 30]),
    ...heels(40),
    x: START - 29,
    drop: 2,
  },
  { at: 2, over: 0.6, leftHeel: 46, rightHeel: 12, drop: 2 },
  {
    at: 3,
    over,
    step: 'left',
    ...foot('left', { x: START }, [8, 2, 30]),
    ...heels(0),
    x: START - 8,
    drop: 9,
    side: -6,
    ...arms(ARM.second, ARM.first),
    headTurn: 18,
  },
  {
    at: 4,
    over,
    step: 'right',
    ...foot('right', { x: START }, [2, -10, 30]),
    ...heels(40),
    x: START + 1,
    drop: 2,
  },
  { at: 5, over: 0.6, rightHeel: 46, leftHeel: 12, drop: 2, side: 0 },
];

/** Once around to the right in two bars, travelling to the viewer's left. */
const turn: Key[] = [
  {
    at: 0,
    over,
    step: 'right',
    facing: -90,
    ...foot('right', { x: START - 30, facing: -90 }, [-4, 6, 16]),
    ...heels(0),
    x: START - 20,
    drop: 9,
    ...arms(ARM.first),
    headTurn: 10,
  },
  {
    at: 1,
    over,
    step: 'left',
    ...stand({ x: START - 46, facing: -160 }, CLOSED),
    ...foot('right', { x: START - 38, facing: -130 }, [-6, 2, 20]),
    ...heels(36),
    drop: 1,
    ...arms(ARM.fifth),
  },
  { at: 2, over, ...stand({ x: START - 50, facing: -190 }, CLOSED), ...heels(46), drop: 0, headTurn: 0 },
  {
    at: 3,
    over,
    step: 'left',
    facing: -260,
    ...foot('left', { x: START - 76, facing: -260 }, [4, 0, 16]),
    ...heels(0),
    x: START - 66,
    drop: 9,
    headTurn: -14,
  },
  {
    at: 4,
    over,
    step: 'right',
    ...stand({ x: START - 80, facing: -330 }, CLOSED),
    ...heels(36),
    drop: 1,
    headTurn: -8,
    ...arms(ARM.second),
  },
  { at: 5, over, ...stand({ x: START - 80, facing: -360 }, CLOSED), ...heels(30), drop: 1, headTurn: 0 },
];

const there: Key[] = [...balance, ...shift(turn, 6)];
/** The way back winds the turn off again: it starts a full circle round. */
const back = mirror(there, 12).map((key): Key =>
  key.facing === undefined ? key : { ...key, facing: key.facing - 360 },
);

export const waltz: Clip = {
  slug: 'waltz-turn',
  title: 'Balancé and waltz turn',
  bpm: 96,
  phrase: 6,
  countIn: 6,
  counts: 24,
  costume: 'sage',
  start: { ...stand({ x: START }, CLOSED), ...arms(ARM.low) },
  keys: [
    { at: -2.4, over: 1.4, ...arms(ARM.first) },
    { at: -0.9, ...arms(ARM.second), headTurn: -8 },
    ...there,
    ...back,
    { at: 24.4, over: 1, ...heels(0), drop: 0, ...arms(ARM.low) },
  ],
  tune: {
    feel: 'waltz',
    chords: 'D A7 Bm F#m G D Em A7',
    melody: `F#5:2 E5:1 C#5:2 E5:1 D5:1 F#5:1 B5:1 A5:3 B5:2 A5:1 F#5:1 E5:1 D5:1 G5:2 F#5:1 E5:3`,
  },
  sections: [
    { label: 'Preparation', from: -6, to: 0 },
    { label: 'Balancé right and left', from: 0, to: 6 },
    { label: 'Turn to the right', from: 6, to: 12 },
    { label: 'Balancé left and right', from: 12, to: 18 },
    { label: 'Turn to the left', from: 18, to: 24 },
  ],
  cues: [
    { at: -6, en: 'Two bars to listen. Feel one, two, three.' },
    { at: 0, en: 'Down, up, up to the right.' },
    { at: 3, en: 'Down, up, up to the left.' },
    { at: 6, en: 'One: step into the turn. Two, three: around and close.' },
    { at: 9, en: 'Four: step back. Five, six: finish the circle.' },
    { at: 12, en: 'Down, up, up to the left.' },
    { at: 15, en: 'Down, up, up to the right.' },
    { at: 18, en: 'One: turn to the left. Two, three: around and close.' },
    { at: 21, en: 'Four: step back. Five, six: and home.' },
  ],
  poster: 8,
};
