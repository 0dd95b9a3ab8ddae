// Exercises of ballet and jazz.
import { exercise, type StyleBlocks } from './plan-exercise.ts';

export const THEATRE_BLOCKS: Readonly<Record<'Ballet' | 'Jazz', StyleBlocks>> = {
  Ballet: {
    aims: [
      'The heel leads the leg out and the toe leads it home',
      'Everyone can balance in first position for eight counts without holding their breath',
      'Jumps land through the foot and make no sound',
      'The class closes every exercise together, on the last count',
      'Arms begin in the back and arrive after the head',
    ],
    warmUps: [
      exercise(
        'Walks in a circle',
        'Wakes the feet and the neck.',
        'Eight walks through the toe, eight on the balls of the feet, eight with a turn of the head to the centre; repeat the other way.',
        'Read the room with your collarbones',
      ),
      exercise(
        'Feet on the floor',
        'Warms ankles without weight.',
        'Sitting, legs long: point through ankle, ball and toes in four counts, return in four, eight times, then circles.',
        'The ankle speaks first, the toes have the last word',
      ),
      exercise(
        'Growing tall',
        'Finds length without tension.',
        'From a curled ball, eight counts to rise through the spine, four to breathe, eight to melt; three times.',
        'Grow, do not pull',
      ),
    ],
    mains: [
      exercise(
        'Demi-plié in first',
        'The bend that every jump begins and ends with.',
        'Two counts down, two up, four times facing the barre; the fourth time stay down and check the knees.',
        'Knees travel over the toes, heels stay heavy',
      ),
      exercise(
        'Battement tendu',
        'Articulates the foot and keeps the hips still.',
        'Four to the front, four to the side, four to the back, each in four counts; then once through in two.',
        'Brush the floor as if it were velvet',
      ),
      exercise(
        'Port de bras in three',
        'Joins arms, head and breath.',
        'Preparation, first, second, and down again in waltz time; four times, the last with eyes closed.',
        'Let the hand be the last to know',
      ),
      exercise(
        'Balance in retiré',
        'Standing leg, core and calm.',
        'Rise by the barre on four, take one hand away on five, breathe until eight, lower; both sides.',
        'Push the floor away and think of the ceiling',
      ),
      exercise(
        'Échappé sautés',
        'Jumping from two feet to two feet.',
        'Two slow with a pause to check the landing, then four in time; never more than sixteen in a row.',
        'Land like a cat on a piano',
      ),
      exercise(
        'Glissade across the room',
        'A travelling step that stays low.',
        'In pairs from the corner: brush, transfer, close; eight to each side with soft arms.',
        'Slide, do not hop',
      ),
      exercise(
        'Adage walk',
        'Control at slow speed.',
        'Step on one, unfold the other leg to the front low by four, hold, walk through; four times.',
        'As high as you can keep it quiet',
      ),
    ],
    creative: [
      exercise(
        'Statues in a gallery',
        'Positions become pictures.',
        'Half the class are statues in a position they know; the other half walks, chooses one and copies it, then they change.',
        'Stand as if you had been there for a hundred years',
      ),
      exercise(
        'A letter in port de bras',
        'Arms that say something.',
        'In pairs one sends a message with four arm movements, the other answers with four.',
        'Write it in the air, in ink',
      ),
      exercise(
        'Weather at the barre',
        'Same exercise, new quality.',
        'Repeat today’s tendus as drizzle, as wind and as the first warm day; the class guesses which.',
        'Change how, not what',
      ),
    ],
    watchFor: [
      'Feet that turn out further than the knees: bring the feet back until the knees are over them.',
      'Hands that grip the barre: ask for two fingers only.',
      'Chins that lift when the leg does: let them follow your hand with their eyes.',
      'Shoulders that rise with the arms: shake out and begin again from the back.',
    ],
  },
  Jazz: {
    aims: [
      'Everyone claps on two and four while walking on one and three',
      'Ribs and hips can move apart from each other',
      'A turn begins with the head and ends on one foot',
      'Each dancer has a walk of their own',
      'The class can wait for the music',
    ],
    warmUps: [
      exercise(
        'Isolations ladder',
        'Separates the parts before joining them.',
        'Head, shoulders, ribs, hips: four in each direction, then two, then one, then two parts at once.',
        'Only that, nothing else',
      ),
      exercise(
        'Pulse in parallel',
        'Finds the beat in the knees.',
        'Feet parallel, bend on the beat for thirty-two counts; add shoulders, then claps on two and four.',
        'Down is where the music lives',
      ),
      exercise(
        'Lunges with a long back',
        'Hips and legs for travelling.',
        'Lunge side for four, front for four, roll through the spine for eight; both sides, twice.',
        'Long first, low second',
      ),
    ],
    mains: [
      exercise(
        'Jazz walks',
        'Weight, direction, nerve.',
        'Eight low, eight with hips, eight with shoulders against; cross the room in fours.',
        'Arrive before you smile',
      ),
      exercise(
        'Kick ball change',
        'A small engine for everything else.',
        'Low kick, ball, change: eight each side on the spot, then forward, then with a turn of the head.',
        'Quiet foot, loud time',
      ),
      exercise(
        'Spot and quarter turns',
        'Preparation for turning.',
        'Choose a spot, quarter turns on each fourth count, then halves, then one whole; both sides equally.',
        'Leave last, arrive first',
      ),
      exercise(
        'Pas de bourrée',
        'Getting from anywhere to anywhere.',
        'Back, side, front in three counts, hold the fourth; double speed on the second round.',
        'Small steps, big intention',
      ),
      exercise(
        'Body rolls',
        'Sequence through the spine.',
        'Against a wall first: head, chest, hips; away from it in eight counts, then four.',
        'Peel yourself off',
      ),
      exercise(
        'Leap preparation',
        'Run, run, leap, with a landing.',
        'Three runs and a low leap in pairs from the corner; add height only when landings are quiet.',
        'Long, not high',
      ),
      exercise(
        'Eight bars of blues',
        'Phrasing and waiting.',
        'A phrase of eight bars with two bars of stillness; the group chooses where the stillness goes.',
        'Let the band have that one',
      ),
    ],
    creative: [
      exercise(
        'Trading fours',
        'Conversation.',
        'Pairs trade four bars each: copy, vary, contradict, agree.',
        'Listen all the way to the end',
      ),
      exercise(
        'Your own walk',
        'Style from character.',
        'Walk as someone you know, keep one detail, make it twice as big; half watch and name what they see.',
        'Keep the detail, drop the joke',
      ),
      exercise(
        'Bass, drums, piano, horn',
        'Jobs in a group.',
        'Groups of four, each has an instrument; the bass never stops, the horn may stop any time; rotate.',
        'Play for the others',
      ),
    ],
    watchFor: [
      'Locked knees in isolations: bounce between exercises.',
      'Smiles that are switched on: ask what the music is doing instead.',
      'Turns that travel: mark the floor with a cross of tape.',
      'Lower backs in body rolls: smaller, from the breastbone.',
    ],
  },
};
