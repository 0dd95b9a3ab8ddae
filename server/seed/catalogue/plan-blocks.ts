// What lessons are built of: exercises with their purpose and the words to say, aims, and what to watch for.
import type { SeedResource } from './catalogue-types.ts';

export type Exercise = { name: string; purpose: string; how: string; cue: string };

/** Of one style. */
export type StyleBlocks = {
  aims: readonly string[];
  warmUps: readonly Exercise[];
  mains: readonly Exercise[];
  creative: readonly Exercise[];
  watchFor: readonly string[];
};

const GENERAL: StyleBlocks = {
  aims: [
    'Everyone can show the step on both sides, slowly',
    'The class starts and stops together without being counted in',
    'Each pair can say what makes the step safe',
    'Everyone has led the group once',
  ],
  warmUps: [
    {
      name: 'Walk and meet',
      purpose: 'Warms the feet and makes the group look up.',
      how: 'Walk anywhere on the beat for eight counts, stop for four in front of somebody, mirror them for four.',
      cue: 'Eyes first, then feet',
    },
    {
      name: 'Joints from the floor up',
      purpose: 'Ankles, knees, hips, spine and shoulders are ready before anyone jumps.',
      how: 'Eight counts for each joint, small circles first, then as large as is comfortable.',
      cue: 'Slow enough to notice',
    },
  ],
  mains: [
    {
      name: 'Step and close',
      purpose: 'A shift of weight that everyone can trust.',
      how: 'Step to the side for two counts, close for two, four times each way, then at double speed.',
      cue: 'Arrive on the foot before you move the other',
    },
    {
      name: 'Turn by the wall',
      purpose: 'Keeps direction while the body turns.',
      how: 'Choose a wall, turn a quarter on each fourth count and name the wall aloud.',
      cue: 'Say the wall, then face it',
    },
    {
      name: 'Low, middle, high',
      purpose: 'Changes of level with control.',
      how: 'Eight counts down, eight counts held, eight counts up; repeat in four, then in two.',
      cue: 'The floor is a place, not an accident',
    },
  ],
  creative: [
    {
      name: 'Pass the movement',
      purpose: 'Everyone invents one thing and learns one thing.',
      how: 'In a circle each person adds two counts to what came before; the group repeats from the start.',
      cue: 'Small is fine, clear is better',
    },
    {
      name: 'Same steps, new order',
      purpose: 'Turns what was learned into a short dance.',
      how: 'Groups of four put three steps of the day in an order of their own and choose how it ends.',
      cue: 'Agree on the ending first',
    },
  ],
  watchFor: [
    'Held breath: ask a question, and they will breathe to answer it.',
    'Knees that fall inwards when tired: make the movement smaller, not slower.',
    'The two who always stand at the back: turn the class round.',
  ],
};

export function pickBlocks(_resource: Pick<SeedResource, 'style'>): StyleBlocks {
  return GENERAL;
}
