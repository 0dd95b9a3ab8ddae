// Exercises of ballroom and Latin dances.
import { exercise, type StyleBlocks } from './plan-exercise.ts';

export const PARTNER_BLOCKS: Readonly<Record<'Ballroom' | 'Latin', StyleBlocks>> = {
  Ballroom: {
    aims: [
      'Everyone has danced both roles with at least six people',
      'Frame is felt and not forced',
      'The room moves in one direction without collisions',
      'Pairs can start on the first beat without being told',
      'Everyone can ask, accept and decline politely',
    ],
    warmUps: [
      exercise(
        'Walk and weave',
        'Floorcraft from the first minute.',
        'Walk in the line of dance, pass on the outside, stop in a free space on the clap.',
        'Look where you are going to be',
      ),
      exercise(
        'Sway in three',
        'Feels waltz time before steps.',
        'Feet apart, sway side to side in three, arms follow; with a partner holding a towel.',
        'Heavy on one',
      ),
      exercise(
        'Posture by the wall',
        'Length without stiffness.',
        'Heels, back and head near the wall, step away and keep it for sixteen counts of walking.',
        'Tall and breathing',
      ),
    ],
    mains: [
      exercise(
        'Frame with a towel',
        'Connection without touch.',
        'Each holds one end, lean until it is tight, walk eight forward and eight back; change leader.',
        'Lean, do not pull',
      ),
      exercise(
        'Box step',
        'The first figure of waltz.',
        'Alone along a line, then in pairs; forward half, back half, twice round, both roles.',
        'Feet close on three',
      ),
      exercise(
        'Turning box',
        'Rotation in small pieces.',
        'A quarter turn on each half box; mark the walls and name them.',
        'Turn the body, the feet follow',
      ),
      exercise(
        'Foxtrot walks',
        'Slow, slow, quick, quick.',
        'Down the hall in pairs, eight bars, stop together, change partner.',
        'Long, long, short, short',
      ),
      exercise(
        'Rock step and chassé',
        'Base of jive.',
        'Rock back, replace, chassé left, chassé right; half speed until it is light.',
        'Small under you',
      ),
      exercise(
        'Promenade',
        'Opening and closing together.',
        'Side by side for four, closed for four, with the turn of the heads.',
        'Open like a book',
      ),
      exercise(
        'Corners',
        'Getting a whole room round.',
        'All couples through one corner, one after the other, without stopping the music.',
        'Wait by swaying, not by standing',
      ),
    ],
    creative: [
      exercise(
        'Mixer wheel',
        'New partner every ninety seconds.',
        'Inner circle stays, outer moves on two; say thank you and your name.',
        'Thank you is part of the dance',
      ),
      exercise(
        'Eight bars for two',
        'Choosing and agreeing.',
        'Pairs put three figures in an order and choose an ending that others can see.',
        'Agree with your feet',
      ),
      exercise(
        'Lead without arms',
        'Clarity of weight.',
        'Hands on own hips, lead by the body alone; the partner says what they understood.',
        'Send it from your centre',
      ),
    ],
    watchFor: [
      'Thumbs that grip: ask for flat hands.',
      'Couples who look at their feet: choose a picture on the wall.',
      'Leaders who push: let them follow for the next two songs.',
      'Someone left over: you are the spare partner, always.',
    ],
  },
  Latin: {
    aims: [
      'The weight is over one foot at a time',
      'Everyone hears the pause and keeps it',
      'Hips answer the feet and are never asked for',
      'Partners change without stopping the step',
      'Each pupil can tell three rhythms apart by ear',
    ],
    warmUps: [
      exercise(
        'Merengue march',
        'Weight change with ease.',
        'March on the spot, let the knees soften, travel in a circle, change direction on eight.',
        'Every step is a decision',
      ),
      exercise(
        'Shoulders and ribs',
        'Wakes the upper body.',
        'Shoulders forward and back for sixteen, ribs side to side for sixteen, both slowly.',
        'Let the feet rest',
      ),
      exercise(
        'Clave hands',
        'The pattern under the song.',
        'Clap two, clap three, walk the beat; change over when it is steady.',
        'Three on one side, two on the other',
      ),
    ],
    mains: [
      exercise(
        'Salsa basic',
        'Forward, back, and the silence.',
        'Count one two three, pause, five six seven, pause; first without music, then slowly.',
        'Rest on four',
      ),
      exercise(
        'Cumbia step',
        'Behind and return.',
        'Side, behind, replace; sixteen each way, the arms hang.',
        'Go back to go forward',
      ),
      exercise(
        'Samba walk',
        'Small bounce from weight.',
        'Step, ball, replace in two counts; across the room with a low drum only.',
        'Heavy, light, heavy',
      ),
      exercise(
        'Cha-cha-chá timing',
        'Two, three, four-and-one.',
        'Speak, clap, step on the spot, then forward and back; start on two.',
        'The and is small',
      ),
      exercise(
        'Rueda calls',
        'Changing partners in a circle.',
        'Teach three calls, add one at a time, let a pupil call the fourth round.',
        'Hear it, wait, go',
      ),
      exercise(
        'Forró sway',
        'Two and two with a partner.',
        'Elbows touching, two to the side and two back, then turn as a couple by a quarter.',
        'Talk with your weight',
      ),
      exercise(
        'Tangos close',
        'Ending together.',
        'Mark for four, call with two stamps, close on the third; the circle claps and stops.',
        'Close so that they stop',
      ),
    ],
    creative: [
      exercise(
        'Find the silence',
        'Listening.',
        'Three tracks in different rhythms: dance and freeze wherever the pause is.',
        'Where does it breathe?',
      ),
      exercise(
        'Carnival line',
        'Everyone in at once.',
        'Two lines make a street, pairs dance down it with one idea each.',
        'Wave at your grandmother',
      ),
      exercise(
        'Call your own',
        'Inventing a rueda figure.',
        'Groups of six invent a figure, give it a name and teach it.',
        'If you cannot say it, they cannot do it',
      ),
    ],
    watchFor: [
      'Hips that are pushed: go back to weight and knees.',
      'Big steps: draw a square of one floor tile each.',
      'Early feet: clap the pause.',
      'Shyness about closeness: elbows are close enough.',
    ],
  },
};
