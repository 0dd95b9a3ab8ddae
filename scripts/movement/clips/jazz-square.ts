import type { Clip } from '../clip.ts';
import { ARM, arms, FEET, foot, mirror, shift, stand, type Change, type Key } from '../pose.ts';

type Styling = { cross: Change; back: Change; side: Change; front: Change };

const HIPS: Styling = { cross: {}, back: {}, side: {}, front: {} };
const OPEN: Styling = {
  cross: arms(ARM.long, ARM.first),
  back: arms(ARM.bent),
  side: arms(ARM.long),
  front: arms(ARM.high),
};

/** Cross with the right, back with the left, side with the right, front with the left. */
function square(from: number, styling: Styling): Key[] {
  const over = 0.62;
  return [
    {
      at: from,
      over,
      step: 'right',
      ...foot('right', {}, [13, 25, 4]),
      leftHeel: 26,
      x: 9,
      z: 12,
      drop: 7,
      twist: 12,
      roll: -4,
      headTurn: 10,
      ...styling.cross,
    },
    {
      at: from + 1,
      over,
      step: 'left',
      ...foot('left', {}, [24, -22, 10]),
      rightHeel: 16,
      x: 15,
      z: -8,
      drop: 6,
      twist: 0,
      roll: 4,
      headTurn: 0,
      ...styling.back,
    },
    {
      at: from + 2,
      over,
      step: 'right',
      ...foot('right', {}, [-22, -18, 14]),
      x: -6,
      z: -18,
      drop: 6,
      roll: -5,
      headTurn: -12,
      ...styling.side,
    },
    {
      at: from + 3,
      over,
      step: 'left',
      ...foot('left', {}, [10, 6, 10]),
      rightHeel: 20,
      x: 2,
      z: -1,
      drop: 4,
      twist: 0,
      roll: 3,
      headTurn: 0,
      ...styling.front,
    },
  ];
}

/** The last step of a turn of squares closes without weight, so that the other foot can start. */
const together: Key = {
  ...stand({}, FEET.parallel),
  at: 7,
  over: 0.62,
  step: 'left',
  drop: 3,
  roll: 0,
  headTurn: 0,
};
const eight = (styling: Styling) => [...square(0, styling), ...square(4, styling)];
const right = [
  ...eight(HIPS),
  ...shift(eight(OPEN), 8).slice(0, -1),
  { ...together, at: 15, ...arms(ARM.hip) },
];

export const jazzSquare: Clip = {
  slug: 'jazz-square',
  title: 'Jazz square',
  bpm: 108,
  phrase: 8,
  countIn: 4,
  counts: 32,
  costume: 'coral',
  start: { ...stand({}, FEET.parallel), ...arms(ARM.hip) },
  keys: [
    { at: -0.8, over: 0.8, drop: 4 },
    ...right,
    ...mirror(right, 16),
    { at: 32.6, over: 0.8, drop: 0, ...arms(ARM.hip), headTurn: -10 },
  ],
  tune: {
    feel: 'swing',
    chords: 'Am Dm G7 C F Dm E7 Am',
    melody: `A4:0.67 C5:0.33 E5:1 -:0.67 E5:0.33 D5:1 F5:0.67 D5:0.33 A4:1 -:2 B4:0.67 D5:0.33 G5:1 F5:0.67 D5:0.33 B4:1
      C5:1 E5:1 G4:2 A4:0.67 C5:0.33 F5:1 E5:0.67 D5:0.33 C5:1 D5:1 F5:1 A5:2 G#5:0.67 E5:0.33 B4:1 D5:1 B4:1 A4:3 -:1`,
  },
  sections: [
    { label: 'Ready', from: -4, to: 0 },
    { label: 'Right foot, hands on hips', from: 0, to: 8 },
    { label: 'Right foot with arms', from: 8, to: 16 },
    { label: 'Left foot, hands on hips', from: 16, to: 24 },
    { label: 'Left foot with arms', from: 24, to: 32 },
  ],
  cues: [
    { at: -4, en: 'Feet under the hips, hands on the hips, knees soft.' },
    { at: 0, en: 'One: cross right. Two: left back. Three: side. Four: front.' },
    { at: 4, en: 'Five: cross. Six: back. Seven: side. Eight: front.' },
    { at: 8, en: 'With arms: reach, pull in, open, and up.' },
    { at: 12, en: 'Cross, back, side. Eight: close without weight.' },
    { at: 16, en: 'Left foot. One: cross. Two: back. Three: side. Four: front.' },
    { at: 20, en: 'Stay low; draw a square on the floor.' },
    { at: 24, en: 'With arms: reach, pull in, open, and up.' },
    { at: 28, en: 'Cross, back, side, and close.' },
  ],
  poster: 10,
};
