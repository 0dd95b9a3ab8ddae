import type { Clip } from '../clip.ts';
import { ARM, arms, foot, mirror, pointed, shift, stand, type Key } from '../pose.ts';

const START = 48;
const CLOSED = { left: [9, 2, 30], right: [-9, 2, 30] } as const;

/** From the viewer's right to the left, the right foot leading: step, chase, step, and a pointed close. */
const travel: Key[] = [
  {
    at: 0,
    over: 0.5,
    step: 'right',
    x: START - 24,
    drop: 11,
    ...foot('right', { x: START - 45 }, [0, 3, 40]),
    ...arms(ARM.second),
    headTurn: -30,
    side: -4,
  },
  {
    at: 0.55,
    x: START - 48,
    drop: 1,
    ...pointed('right', { x: START - 46 }, [-6, 4, 40], 9),
    ...pointed('left', { x: START - 46 }, [4, -2, 40], 9),
  },
  {
    at: 1.1,
    x: START - 72,
    drop: 12,
    ...foot('right', { x: START - 88 }, [0, 3, 40]),
    ...foot('left', { x: START - 42 }, [0, 0, 35]),
    leftHeel: 30,
  },
  {
    at: 2,
    x: START - 92,
    drop: 0,
    ...pointed('left', { x: START - 84 }, [2, 22, 30]),
    ...arms(ARM.fifth, ARM.second),
    side: 0,
    headTurn: 0,
  },
  { at: 3.4, over: 0.8, ...stand({ x: -START }, CLOSED), drop: 4, ...arms(ARM.halfSecond), headTurn: 12 },
];

export const chasse: Clip = {
  slug: 'chasse',
  title: 'Chassé to the side',
  bpm: 92,
  phrase: 8,
  countIn: 4,
  counts: 24,
  costume: 'blue',
  start: { ...stand({ x: START }, CLOSED), ...arms(ARM.low) },
  keys: [
    { at: -0.6, over: 1, drop: 4, headTurn: -12 },
    ...[0, 8, 16].flatMap((from) => [...shift(travel, from), ...mirror(travel, from + 4)]),
    { at: 24.6, drop: 0, headTurn: 0 },
  ],
  tune: {
    feel: 'swing',
    chords: 'C F C G7 C F G7 C',
    melody: `G4:0.67 C5:0.33 E5:1 D5:1 C5:1 A4:0.67 C5:0.33 F5:1 E5:2 G5:0.67 E5:0.33 C5:1 E5:1 D5:1 B4:1 D5:1 G4:2`,
  },
  sections: [
    { label: 'Ready', from: -4, to: 0 },
    { label: 'First time', from: 0, to: 8 },
    { label: 'Second time', from: 8, to: 16 },
    { label: 'Third time', from: 16, to: 24 },
  ],
  cues: [
    { at: -4, en: 'Feet together, knees soft. Look where you are going.' },
    { at: 0, en: 'One and two: step right, the left foot chases it, land.' },
    { at: 2, en: 'Three: point the left foot front. Four: close.' },
    { at: 4, en: 'Five and six: the same to the left.' },
    { at: 6, en: 'Seven: point. Eight: close.' },
    { at: 8, en: 'One and two: up in the air, legs together.' },
    { at: 12, en: 'Five and six: land softly through the foot.' },
    { at: 16, en: 'One and two: once more to the right.' },
    { at: 20, en: 'Five and six: to the left. Seven, eight: finish.' },
  ],
  poster: 0.55,
};
