// Exercises of swing and folk dances.
import { exercise, type StyleBlocks } from './plan-exercise.ts';

export const PARTY_BLOCKS: Readonly<Record<'Swing' | 'Folk', StyleBlocks>> = {
  Swing: {
    aims: [
      'The pulse stays in the body while the step changes',
      'Triple steps are even and small',
      'Both partners can stop on the break together',
      'Everyone knows one step of their own to show',
      'The group can tell swung from straight',
    ],
    warmUps: [
      exercise(
        'Pulse walk',
        'Puts swing in the knees.',
        'Walk with a bounce that goes down, sixteen counts, then double time, then on the spot.',
        'Like a good mattress',
      ),
      exercise(
        'Knees and hands',
        'Charleston coordination, slowly.',
        'Hands on knees, open and close, cross the hands on the third time; eight rounds.',
        'Look up when it works',
      ),
      exercise(
        'Band warm-up',
        'Listening for sections.',
        'Brass means shoulders, saxophones mean knees, drums mean feet; follow the record.',
        'Which one is playing?',
      ),
    ],
    mains: [
      exercise(
        'Triple step',
        'The base of Lindy hop.',
        'Right-left-right, left-right-left, on the spot; small, then travelling; then with a partner.',
        'Step, step, step, in the space of a dinner plate',
      ),
      exercise(
        'Rock step',
        'Stretch and return.',
        'Back, replace, triple; with a partner by one hand, feel the stretch and let it bring you in.',
        'Stretch like elastic, not like rope',
      ),
      exercise(
        'Under the arm',
        'The first turn.',
        'Raise the hand on two, partner walks under in four, both turn to face; both roles.',
        'Open the door, do not push',
      ),
      exercise(
        'Charleston basic',
        'Kicks from the knee.',
        'Back, kick front, front, kick back; slowly without kicks first, then with, then faces.',
        'Loose below the knee',
      ),
      exercise(
        'Swing-out in halves',
        'Together, apart.',
        'First four counts with towel, last four with hand; join after ten tries.',
        'Come close, turn, be sent',
      ),
      exercise(
        'Shim Sham, first chorus',
        'A dance everyone shares.',
        'Stomp off, push and cross-over, eight bars each; call the change a bar early.',
        'Late is better than early',
      ),
      exercise(
        'Jockey and kick-throughs',
        'Side by side play.',
        'Kick-throughs for eight, jockey for eight, stop on the break.',
        'Stay on your own train track',
      ),
    ],
    creative: [
      exercise(
        'Jam circle',
        'Showing off kindly.',
        'Clap on two and four, pairs go in for eight bars, everyone leaves with a bow.',
        'Short and sweet',
      ),
      exercise(
        'Breaks',
        'Stopping together.',
        'Choose the last two beats of a phrase; pairs invent a stop and keep it secret until it comes.',
        'Hear the end before it comes',
      ),
      exercise(
        'Copycat chain',
        'Collecting steps.',
        'One step each, five people, danced in order without talking.',
        'Give yours away',
      ),
    ],
    watchFor: [
      'Upright knees: swing lives below.',
      'Arms that yank: go back to the towel.',
      'Fast music too soon: half speed until the triples are even.',
      'The same pairs again: change every ninety seconds.',
    ],
  },
  Folk: {
    aims: [
      'The circle keeps its shape while it moves',
      'Pupils can say whose dance it is and when it is danced',
      'Everyone can clap the pattern while somebody else dances',
      'The group changes formation without a word',
      'The song can be sung by half of the class while the other half dances',
    ],
    warmUps: [
      exercise(
        'Greeting walk',
        'Meets everyone.',
        'Walk in the room, greet with a bow, a hand on the heart, a touch of elbows; a new one every sixteen counts.',
        'Greet the person, not the floor',
      ),
      exercise(
        'Circle breathing',
        'Makes one group of many.',
        'Hands joined or not, four steps in and breathe in, four steps out and breathe out; four times.',
        'Keep the circle round',
      ),
      exercise(
        'Feet on the drum',
        'Prepares for stamping.',
        'Tap, press, stamp: eight of each, soft to loud and back.',
        'The floor is a drum skin',
      ),
    ],
    mains: [
      exercise(
        'Grapevine',
        'Travelling sideways in a circle.',
        'Side, behind, side, in front; sixteen each way, first without hands.',
        'Hips face the fire',
      ),
      exercise(
        'Step-hop',
        'The engine of many dances.',
        'Step and hop, sixteen forward, eight turning; slow enough to land softly.',
        'Up on the hop, quiet on the step',
      ),
      exercise(
        'Longways set',
        'Formation and courtesy.',
        'Two lines, forward and back, right hands across, top couple down the middle.',
        'Wait with your eyes',
      ),
      exercise(
        'Bell and walk',
        'Two rhythms at once.',
        'Feet walk the beat, hands play the bell; change groups without a gap.',
        'Feet are the ground, hands are the bird',
      ),
      exercise(
        'Stick pattern',
        'Timing with a partner.',
        'Own, own, partner, rest; eight times, then move one place on.',
        'Aim for the stick, not the hand',
      ),
      exercise(
        'Gesture walk',
        'Hands that speak.',
        'Four walks and one gesture with its meaning, repeated to each side; four gestures in all.',
        'Say it with the back as well',
      ),
      exercise(
        'Procession',
        'Moving a crowd well.',
        'In pairs round the hall, peel off left and right, meet again at the end.',
        'Leave room for a child between you',
      ),
    ],
    creative: [
      exercise(
        'A greeting of our own',
        'What would we say?',
        'Groups invent a greeting for people who meet in the rain, at a market or after a quarrel.',
        'Who is it for?',
      ),
      exercise(
        'Shapes from above',
        'Formations as drawing.',
        'Draw a shape, make it, find the way to the next without speaking.',
        'See it like a bird',
      ),
      exercise(
        'Verse and answer',
        'Song and dance together.',
        'One group sings a line, the other answers with a movement; change after each verse.',
        'Wait for the last word',
      ),
    ],
    watchFor: [
      'Circles that shrink: ask for straight elbows and a step back.',
      'Pulling hands: let go and dance with the space between.',
      'Costumes and jokes: talk first about whose dance it is.',
      'Stamping on concrete: use the ball of the foot.',
    ],
  },
};
