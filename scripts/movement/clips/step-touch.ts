import type { Clip } from '../clip.ts';
import { ARM, arms, foot, mirror, shift, stand, type Change, type Key } from '../pose.ts';

const CENTRE = 26;
const CLOSED = { left: [8, 3, 10], right: [-8, 3, 10] } as const;

type Arms = { out: Change; touch: Change };

const SWING: Arms = { out: arms(ARM.bent, ARM.halfSecond), touch: arms(ARM.bent) };
const OPEN: Arms = { out: arms(ARM.long), touch: arms(ARM.bent) };
const LIFT: Arms = { out: arms(ARM.long, ARM.high), touch: arms(ARM.first) };

/** One step to the right and a touch, from a place on the left; the mirror image leads back. */
function stepTouch({ out, touch }: Arms): Key[] {
  return [
    {
      at: 0,
      over: 0.55,
      step: 'right',
      ...foot('right', { x: -CENTRE }, [-8, 3, 12]),
      x: -4,
      drop: 8,
      roll: -4,
      side: -3,
      headTurn: -10,
      ...out,
    },
    {
      at: 1,
      over: 0.6,
      step: 'left',
      ...foot('left', { x: -CENTRE }, [9, 5, 14]),
      leftHeel: 38,
      x: -CENTRE - 2,
      drop: 4,
      roll: 5,
      side: 3,
      headTurn: 4,
      ...touch,
    },
  ];
}

function phrase(from: number, style: Arms): Key[] {
  const once = stepTouch(style);
  return [0, 4].flatMap((at) => [...shift(once, from + at), ...mirror(once, from + at + 2)]);
}

export const stepTouchClip: Clip = {
  slug: 'step-touch',
  title: 'Step touch, three ways',
  bpm: 112,
  phrase: 8,
  countIn: 4,
  counts: 32,
  costume: 'coral',
  start: { ...stand({ x: CENTRE }, CLOSED), ...arms(ARM.hang) },
  keys: [
    { at: -1, over: 1, drop: 5, ...arms(ARM.bent) },
    ...phrase(0, SWING),
    ...phrase(8, OPEN),
    ...phrase(16, LIFT),
    ...phrase(24, OPEN),
    { at: 32.4, over: 0.8, ...stand({ x: CENTRE }, CLOSED), drop: 0, roll: 0, side: 0, ...arms(ARM.hip) },
  ],
  tune: {
    feel: 'march',
    chords: 'F Bb C7 F Dm Gm C7 F',
    melody: `C5:0.5 C5:0.5 F5:1 A5:0.5 F5:0.5 C5:1 D5:0.5 D5:0.5 F5:1 Bb5:0.5 F5:0.5 D5:1 E5:0.5 G5:0.5 C5:1 E5:0.5 G5:0.5 Bb5:1
      A5:1 F5:1 C5:2 A4:0.5 D5:0.5 F5:1 E5:0.5 D5:0.5 A4:1 Bb4:0.5 D5:0.5 G5:1 F5:0.5 D5:0.5 Bb4:1 C5:1 E5:1 G5:1 E5:1 F5:3 -:1`,
  },
  sections: [
    { label: 'Ready', from: -4, to: 0 },
    { label: 'Arms swing', from: 0, to: 8 },
    { label: 'Arms open', from: 8, to: 16 },
    { label: 'One arm up', from: 16, to: 24 },
    { label: 'Last time', from: 24, to: 32 },
  ],
  cues: [
    { at: -4, en: 'Find the beat in your knees.' },
    { at: 0, en: 'One: step right. Two: touch. Three: step left. Four: touch.' },
    { at: 4, en: 'Step, touch, step, touch. Let the arms swing.' },
    { at: 8, en: 'Open the arms on the step, pull in on the touch.' },
    { at: 16, en: 'One arm reaches up on the side you step to.' },
    { at: 24, en: 'Arms open again; make it bigger.' },
    { at: 28, en: 'Step, touch, step, and finish.' },
  ],
  poster: 16,
};
