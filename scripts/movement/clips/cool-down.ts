import type { Clip } from '../clip.ts';
import { ARM, arms, foot, mirror, shift, stand, type Key } from '../pose.ts';

const PLACE = { facing: 52 };
const HIP_WIDTH = { left: [11, 4, 8], right: [-11, 4, 8] } as const;
const WIDE = { left: [42, 2, 34], right: [-42, 2, 34] } as const;

/** A long reach over a bent right knee. */
const lunge: Key[] = [
  { at: 1.6, x: -20, drop: 15, side: -24, ...arms(ARM.over, ARM.low), headTurn: 8, headTilt: -8 },
  { at: 3, over: 0.6, side: -29 },
];

export const coolDown: Clip = {
  slug: 'cool-down-stretch',
  title: 'Cool-down: roll down and side reach',
  bpm: 60,
  phrase: 8,
  countIn: 4,
  counts: 16,
  costume: 'rose',
  start: { ...stand(PLACE, HIP_WIDTH), ...arms(ARM.hang) },
  keys: [
    { at: -0.2, over: 1.6, ...arms(ARM.second), headNod: -3 },
    { at: 1.6, ...arms(ARM.high), headNod: -10, lean: -6 },
    { at: 2.6, ...arms(ARM.forward), headNod: 12, lean: 14 },
    { at: 4.6, ...arms(ARM.folded), headNod: 30, lean: 78, hinge: 48, drop: 4, z: -8, x: -9 },
    { at: 5.6, lean: 84, hinge: 52, headNod: 34 },
    { at: 8, over: 2.2, ...arms(ARM.hang), headNod: 0, lean: 0, hinge: 0, drop: 0, x: 0, z: 0 },
    { at: 8.8, step: 'right', facing: 20, ...foot('right', {}, WIDE.right), drop: 4 },
    { at: 9.6, step: 'left', facing: 0, ...foot('left', {}, WIDE.left), ...arms(ARM.second), drop: 2 },
    ...shift(lunge, 9.4),
    { at: 13, over: 0.6, x: 0, drop: 4, side: 0, ...arms(ARM.second), headTurn: 0, headTilt: 0 },
    ...mirror(lunge, 12.6),
    { at: 17, over: 1.2, x: 0, drop: 0, side: 0, ...arms(ARM.low), headTurn: 0, headTilt: 0 },
  ],
  tune: {
    feel: 'flow',
    chords: 'G Em C D7',
    melody: 'D5:2 B4:1 D5:1 G5:3 F#5:1 E5:2 C5:1 E5:1 D5:4',
  },
  sections: [
    { label: 'Breathe', from: -4, to: 0 },
    { label: 'Roll down and up', from: 0, to: 8 },
    { label: 'Side reaches', from: 8, to: 16 },
  ],
  cues: [
    { at: -4, en: 'Stand easy. Let the breath slow down.' },
    { at: 0, en: 'One, two: breathe in and reach up.' },
    { at: 2, en: 'Three to five: breathe out and roll down, one bone at a time.' },
    { at: 5, en: 'Six to eight: soften the knees and roll up; the head comes last.' },
    { at: 8, en: 'One, two: step the feet wide.' },
    { at: 10, en: 'Three, four: bend the right knee and reach over.' },
    { at: 12, en: 'Five: through the middle. Six, seven: to the left.' },
    { at: 15, en: 'Eight: come back to the centre.' },
  ],
  poster: 12,
};
