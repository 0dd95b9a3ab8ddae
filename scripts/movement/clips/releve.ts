import type { Clip } from '../clip.ts';
import { ARM, arms, FEET, foot, leg, mirror, shift, stand, type Change, type Key } from '../pose.ts';

const UP: Change = { drop: 0, leftHeel: 57, rightHeel: 57 };
const DOWN: Change = { leftHeel: 0, rightHeel: 0 };

/** Balance on the left leg, the right foot drawn up to the knee. */
const balance: Key[] = [
  { at: 1, drop: 11, ...arms(ARM.low), headNod: 4 },
  {
    at: 2.3,
    x: 9.5,
    drop: 0,
    leftHeel: 57,
    ...leg('right', { X: 9.5, Z: 7, Lift: 53, Turn: 84, Point: 1 }),
    ...arms(ARM.first),
    headNod: 0,
  },
  { at: 3.6, ...arms(ARM.fifth), headNod: -4 },
  { at: 6, over: 0.2, headNod: -4 },
  {
    at: 7,
    x: 0,
    drop: 10,
    leftHeel: 0,
    ...foot('right', {}, FEET.first.right),
    ...arms(ARM.second),
    headNod: 2,
  },
  { at: 8, drop: 0, headNod: 0 },
];

export const releve: Clip = {
  slug: 'releve-balance',
  title: 'Relevé and balance in retiré',
  bpm: 84,
  phrase: 8,
  countIn: 4,
  counts: 24,
  costume: 'plum',
  start: { ...stand({}, FEET.first), ...arms(ARM.low) },
  keys: [
    { at: -1.4, over: 1.2, ...arms(ARM.first) },
    { at: 0, ...arms(ARM.second) },
    { at: 1.3, ...UP, headNod: -4 },
    { at: 3.4, over: 1.2, ...DOWN, headNod: 0 },
    { at: 4.2, over: 0.6, drop: 10 },
    { at: 5.3, ...UP, ...arms(ARM.fifth), headNod: -4 },
    { at: 8, over: 1.4, ...DOWN, ...arms(ARM.second), headNod: 0 },
    ...shift(balance, 8),
    ...mirror(balance, 16),
    { at: 25, ...arms(ARM.low) },
  ],
  tune: {
    feel: 'march',
    chords: 'D A7 Bm G D G A7 D',
    melody: `F#5:1 A5:1 D5:2 E5:1 G5:1 C#5:2 D5:1 F#5:1 B4:2 B4:1 D5:1 G5:2
      A5:1.5 G5:0.5 F#5:1 D5:1 B5:2 G5:2 A5:1 G5:1 E5:1 C#5:1 D5:4`,
  },
  sections: [
    { label: 'Preparation', from: -4, to: 0 },
    { label: 'Two relevés', from: 0, to: 8 },
    { label: 'Balance on the left leg', from: 8, to: 16 },
    { label: 'Balance on the right leg', from: 16, to: 24 },
  ],
  cues: [
    { at: -4, en: 'First position. Open the arms to second.' },
    { at: 0, en: 'One: rise to the balls of the feet. Two: hold.' },
    { at: 2, en: 'Three, four: lower slowly, heels together.' },
    { at: 4, en: 'Five: push from a bend and rise, arms overhead.' },
    { at: 6, en: 'Seven, eight: lower and open.' },
    { at: 8, en: 'One: bend. Two: rise, the right toe draws up to the knee.' },
    { at: 11, en: 'Four, five, six: balance. Press the floor away.' },
    { at: 14, en: 'Seven: close and bend. Eight: straighten.' },
    { at: 16, en: 'One: bend. Two: rise, the left toe draws up.' },
    { at: 19, en: 'Four, five, six: balance, eyes on the horizon.' },
    { at: 22, en: 'Seven: close. Eight: straighten and finish.' },
  ],
  poster: 12,
};
