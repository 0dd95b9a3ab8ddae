// Exercises of hip hop and breaking.
import { exercise, type StyleBlocks } from './plan-exercise.ts';

export const STREET_BLOCKS: Readonly<Record<'Hip Hop' | 'Breakdance', StyleBlocks>> = {
  'Hip Hop': {
    aims: [
      'The bounce goes down on the beat and stays while the step changes',
      'Everyone has been in the circle once, alone or with a friend',
      'Each pupil can name one person who shaped the style',
      'Eight counts of their own, repeated the same way twice',
      'Two grooves can be told apart by watching',
    ],
    warmUps: [
      exercise(
        'Name and bounce',
        'Warms knees and names.',
        'In a circle, bounce together; each says their name with a movement, everyone gives it back twice.',
        'Keep the bounce when it is not your turn',
      ),
      exercise(
        'Four corners groove',
        'Rock, bounce, roll, wave.',
        'One groove for each wall of the room, sixteen counts each, turn on the last two.',
        'Let the head be part of it',
      ),
      exercise(
        'Follow the leader line',
        'Gets everyone leading.',
        'Lines of five, the first one grooves across the hall, the others copy, the leader goes to the back.',
        'Make it easy to follow',
      ),
    ],
    mains: [
      exercise(
        'Two-step with levels',
        'A base that works to anything.',
        'Side together side together, sixteen counts; then low, then tall, then with a quarter turn.',
        'Knees first, shoulders second',
      ),
      exercise(
        'Bart Simpson and Prep',
        'Party steps with a history.',
        'Teach each in eight counts, then let pairs put them in an order and add one stop.',
        'Play it, do not perform it',
      ),
      exercise(
        'Rock and hit',
        'Texture: soft and sharp.',
        'Rock for three counts, hit on four; change the body part that hits each time.',
        'Soft until it is sharp',
      ),
      exercise(
        'Running man to reverse',
        'Coordination and stamina.',
        'Slow without the slide, then with it, then backwards; thirty seconds on, thirty off.',
        'The floor moves, you do not',
      ),
      exercise(
        'Waves, hand to hand',
        'Joint by joint control.',
        'Fingers, wrist, elbow, shoulder and across; pass it round the circle by touching fingertips or not touching.',
        'Nobody jumps the queue',
      ),
      exercise(
        'Freeze on the break',
        'Listening for structure.',
        'Dance until the music drops out, freeze in a shape with a reason, go on when it returns.',
        'Hear it coming',
      ),
      exercise(
        'Arms that answer',
        'Adds the upper body.',
        'Keep the two-step and add four arm patterns, called out and changed without warning.',
        'Feet stay boring, arms tell the story',
      ),
    ],
    creative: [
      exercise(
        'Steal the step',
        'Learning from each other.',
        'Everyone shows four counts; on the signal take someone else’s and say whose it was.',
        'Give credit out loud',
      ),
      exercise(
        'The quiet cypher',
        'A circle for shy groups.',
        'Music low, two at a time, four counts each, nobody claps until the end.',
        'In, four counts, out',
      ),
      exercise(
        'Track map',
        'Choreography from structure.',
        'Listen twice, draw the track as a line, and put one idea on each bend.',
        'Leave one part empty',
      ),
    ],
    watchFor: [
      'A bounce that goes up: hold a flat hand over their heads.',
      'The three who take over the circle: give them the job of inviting others.',
      'Knees on hard floors: no drops before the second half of the term.',
      'Lyrics: check the whole track, not the first verse.',
    ],
  },
  Breakdance: {
    aims: [
      'Top rock on the beat with a change of direction',
      'Everyone knows when their own wrists have had enough',
      'A six-step in both directions, slowly',
      'A freeze that can be held for three breaths',
      'Each crew can say its rules',
    ],
    warmUps: [
      exercise(
        'Wrists, first of all',
        'Prepares hands to carry weight.',
        'On hands and knees: lean forward, back and round for ninety seconds; lift the fingers one by one.',
        'Spread your hand like a star',
      ),
      exercise(
        'Animal walks',
        'Warms shoulders and hips.',
        'Bear, crab and frog across the mat and back, slow enough to be silent.',
        'Quiet hands',
      ),
      exercise(
        'Top rock circle',
        'Finds the beat upright.',
        'Indian step and side step in a circle, change direction on every fourth bar.',
        'Walk as if you had something to say',
      ),
    ],
    mains: [
      exercise(
        'Indian step',
        'The first top rock.',
        'Step across, back, together; sixteen counts each side, then with arms opening on the cross.',
        'Chest up, eyes across the circle',
      ),
      exercise(
        'Three-step',
        'The door to footwork.',
        'Hands down, legs pass in three counts; partner reads the numbers aloud; change after one minute.',
        'Hips low, hands light',
      ),
      exercise(
        'Six-step by numbers',
        'The classic circle.',
        'Six marks on the floor, one count each, stop on each; then without stops, then backwards.',
        'Say the number as you land on it',
      ),
      exercise(
        'Baby freeze ladder',
        'Balance on hands in safe stages.',
        'Six rungs from feet on the floor to both feet off; hold each for three breaths before the next.',
        'Elbow in the pocket, look to the side',
      ),
      exercise(
        'Get down, get up',
        'Entrances and exits.',
        'Three ways from standing to the floor and two ways back; link them to top rock.',
        'Go down as if you meant it',
      ),
      exercise(
        'CCs and kick-outs',
        'Footwork with shape.',
        'From a squat: kick, turn, return; eight slowly, then four in time, then change the leading leg.',
        'Hand, hip, kick',
      ),
      exercise(
        'A round of eight bars',
        'Putting it together.',
        'Top rock, get down, footwork, freeze: two bars each, shown to one partner.',
        'End it, then look up',
      ),
    ],
    creative: [
      exercise(
        'Crew routine',
        'Making something together.',
        'Four dancers, sixteen counts, one moment together and one in a chain.',
        'Agree how it ends first',
      ),
      exercise(
        'Answer round',
        'Listening in a battle.',
        'One shows eight counts, the other takes one idea from it and changes it.',
        'Reply, do not repeat',
      ),
      exercise(
        'Freeze gallery',
        'Shapes with a reason.',
        'Each picks a freeze as a full stop, a comma or a question mark; the others guess.',
        'Mean it',
      ),
    ],
    watchFor: [
      'Hands on the floor for more than two minutes at a time with under-twelves: switch to top rock.',
      'Headstands that nobody asked for: not before the ladder is done.',
      'Floor burn: long sleeves, dry floor.',
      'The quiet ones in a crew: let crews change leader each round.',
    ],
  },
};
