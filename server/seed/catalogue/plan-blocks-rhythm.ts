// Exercises of tap and of what fits nowhere else.
import { exercise, type StyleBlocks } from './plan-exercise.ts';

export const RHYTHM_BLOCKS: Readonly<Record<'Tap' | 'Other', StyleBlocks>> = {
  Tap: {
    aims: [
      'Every shuffle has two sounds and the same space between them',
      'The class can hear who rushes, kindly',
      'A rhythm can be written on squared paper and read back',
      'Call and answer goes on for two minutes without stopping',
      'Weight changes when it should and only then',
    ],
    warmUps: [
      exercise(
        'Ankles by the wall',
        'Loosens the joint that does the work.',
        'Hands on the wall, shake each foot for sixteen, circle for eight, drop the heel for eight.',
        'As if a drop of water hung on it',
      ),
      exercise(
        'Toes and heels',
        'Clear single sounds.',
        'Toe, toe, heel, heel: eight rounds slowly, then change the order on call.',
        'One sound, one decision',
      ),
      exercise(
        'Walk in time',
        'Everyone in one tempo.',
        'Walk in any direction; every eighth step is a stamp; every sixteenth is silence.',
        'The silence is a step too',
      ),
    ],
    mains: [
      exercise(
        'Shuffle',
        'Brush and spank, evenly.',
        'Sixteen on each side holding a chair, sixteen without, then four right, four left.',
        'Swing the door both ways',
      ),
      exercise(
        'Shuffle ball change',
        'First phrase with weight.',
        'Slowly in four counts, then in two; speak it before dancing it.',
        'Three words, four sounds',
      ),
      exercise(
        'Flap and walk',
        'Travelling sound.',
        'Flaps across the room, sixteen counts, the second sound takes the weight.',
        'Brush, then trust it',
      ),
      exercise(
        'Cramp roll',
        'Four sounds in a row.',
        'Toe, toe, heel, heel from a small jump; eight slowly, then as one rumble.',
        'Right left, right left, like rain',
      ),
      exercise(
        'Single time step',
        'The sentence of tap.',
        'Speak it for a minute, clap it, dance it; learn the break first so that it can end.',
        'Stop when the break says stop',
      ),
      exercise(
        'Paddle pattern',
        'Heel dig, brush, ball, heel.',
        'On one foot for eight, on the other for eight, then alternating at half speed.',
        'Small enough to do at a bus stop',
      ),
      exercise(
        'Canon in four',
        'Holding a part.',
        'Four groups, one phrase of eight counts, each enters two counts later; end together.',
        'Mind your own feet',
      ),
    ],
    creative: [
      exercise(
        'Two bars each',
        'Improvising inside a limit.',
        'Round the circle, two bars each, the group keeps time with claps; nobody apologises.',
        'Leave a gap',
      ),
      exercise(
        'Squared paper',
        'Composing.',
        'Pairs write sixteen squares, swap with another pair and read with their feet.',
        'Write one rest on purpose',
      ),
      exercise(
        'Kitchen orchestra',
        'Sounds from everywhere.',
        'Groups find three sounds in the room that are not feet and build eight bars with them.',
        'Listen for the lowest',
      ),
    ],
    watchFor: [
      'Tight ankles: slower, and look up.',
      'Sound from force: ask for it at half the volume.',
      'Leaning back: weight over the balls of the feet.',
      'Shins after twenty minutes on concrete: change to clapping.',
    ],
  },
  Other: {
    aims: [
      'Everyone has led once and followed once',
      'The group can begin and end without words',
      'The story, or the song, is known by heart',
      'Pupils can say where the dance comes from in one sentence',
      'Nobody has waited for longer than a minute',
    ],
    warmUps: [
      exercise(
        'Wake the weather',
        'Whole body, with imagination.',
        'Sun on the face, wind in the arms, rain in the fingers, thunder in the feet; sixteen counts each.',
        'What is it like today?',
      ),
      exercise(
        'Ginga and go',
        'A swinging base for play.',
        'Step back and across in three counts, protect the face with the arm; two minutes with changing partners.',
        'Never stand still, never hurry',
      ),
      exercise(
        'Clap the name',
        'Rhythm and attention.',
        'Clap the syllables of each name round the circle, then only with the feet.',
        'Give it back exactly',
      ),
    ],
    mains: [
      exercise(
        'Stamp the pattern',
        'Rhythm in the floor.',
        'A pattern of eight is stamped, then divided between two groups, then walked.',
        'Say it before you stamp it',
      ),
      exercise(
        'Dodge and answer',
        'Partners without contact.',
        'One swings an arm slowly, the other ducks and answers with a movement of their own; change.',
        'Your partner should be able to smile',
      ),
      exercise(
        'Story in five places',
        'From page to space.',
        'Five places in the room, one action in each; the group travels through them in order.',
        'Verbs, not characters',
      ),
      exercise(
        'Gesture and gaze',
        'Hands and eyes together.',
        'Three gestures, the eyes follow the hand, the feeling follows the eyes; slowly, four times.',
        'Where the hand goes, the eyes go',
      ),
      exercise(
        'Circle step',
        'Moving as a group.',
        'Step, together, step, touch to the right for sixteen, to the left for sixteen; add the song.',
        'Shoulder to shoulder, at your own height',
      ),
      exercise(
        'Play the bell',
        'Keeping a line.',
        'Half the class plays the bell on tables, half steps the beat; change without stopping.',
        'The bell does not wait',
      ),
      exercise(
        'Low walks and cartwheels',
        'Hands, hips and courage.',
        'Walk on hands and feet, then a small cartwheel over a line; both sides, as low as you like.',
        'Look at the floor between your hands',
      ),
    ],
    creative: [
      exercise(
        'What happens next?',
        'The group decides.',
        'Stop the story at the door; pairs show two possible endings, the class chooses one and dances it.',
        'Show, do not tell',
      ),
      exercise(
        'A rule of your own',
        'Games that turn into dances.',
        'Groups of five change one rule of the game and teach it to the others.',
        'One rule, no more',
      ),
      exercise(
        'Everyday actions',
        'Material from life.',
        'Each brings one action from this morning; four of them become a sequence with a beginning.',
        'Keep the reason',
      ),
    ],
    watchFor: [
      'The child who watches: give a job with the music, and leave the door open.',
      'Swinging arms in a crowded hall: half the group at a time.',
      'Stories that run away: decide on the ending before you begin.',
      'Songs in a language nobody speaks: ask someone who does.',
    ],
  },
};
