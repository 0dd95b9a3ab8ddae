// Exercises of contemporary and modern dance.
import { exercise, type StyleBlocks } from './plan-exercise.ts';

export const BAREFOOT_BLOCKS: Readonly<Record<'Contemporary' | 'Modern', StyleBlocks>> = {
  Contemporary: {
    aims: [
      'Everyone can go to the floor and come back without using their knees',
      'Pairs share weight and can stop at any moment',
      'The group keeps a phrase together by breathing, with no count',
      'Each dancer repeats a movement of their own exactly, three times',
      'Transitions are as clear as shapes',
    ],
    warmUps: [
      exercise(
        'Lying, listening',
        'Lets weight arrive in the floor.',
        'On the back for two minutes: notice what touches, then roll to one side with the least effort possible.',
        'Be heavier than you need to be',
      ),
      exercise(
        'Spine like seaweed',
        'Mobilises the back in all directions.',
        'Standing, let the tailbone begin a wave that leaves through the head; slow, then as small as can be.',
        'Start it where nobody can see it',
      ),
      exercise(
        'Brush and shake',
        'Warms skin, joints and humour.',
        'Brush arms, ribs and legs with the hands, then shake each limb for eight, seven, six counts down to one.',
        'Wake it up, do not beat it',
      ),
    ],
    mains: [
      exercise(
        'Three ways down',
        'Safe descent.',
        'By the side of the leg, by a spiral, by a squat and roll; each four times slowly, then choose.',
        'Meet the floor, do not drop on it',
      ),
      exercise(
        'Arc and swing',
        'Momentum instead of effort.',
        'Swing one arm until the torso follows, then the weight, then a step; let it die out and begin again.',
        'Let it carry you, then let it go',
      ),
      exercise(
        'Off the wall',
        'Trusting weight before people.',
        'Lean on the wall with different surfaces for eight counts each; leave it without pushing.',
        'Give it half a kilo more',
      ),
      exercise(
        'Back to back',
        'Sharing weight evenly.',
        'Pairs stand back to back, sit down together and rise together; talk until it works, then be silent.',
        'Listen with your shoulder blades',
      ),
      exercise(
        'Travelling low',
        'Level change with direction.',
        'Cross the room staying below the height of a table, no two steps alike; then with a partner’s rhythm.',
        'Keep your eyes at the horizon',
      ),
      exercise(
        'Phrase by breath',
        'Timing without counting.',
        'Learn four movements, one for each breath; dance them alone, in pairs and all together.',
        'Breathe first, move second',
      ),
      exercise(
        'Stillness and restart',
        'Making pauses that are alive.',
        'Move for eight, be still for as long as it stays interesting, restart with a different body part.',
        'Stay until it changes by itself',
      ),
    ],
    creative: [
      exercise(
        'Three shapes, two roads',
        'Composition from little.',
        'Choose three shapes and two different ways to get from one to the next; set it, swap with another pair.',
        'Decide, then repeat',
      ),
      exercise(
        'Erase a third',
        'Editing.',
        'Show the phrase, take away a third, show it again; the group says what it remembers, not what it liked.',
        'What is left when it is gone?',
      ),
      exercise(
        'One leads with the elbow',
        'Initiation from unusual places.',
        'A body part is called, everything follows it for eight counts; later each dancer keeps their own secret part.',
        'Follow it, even where it should not go',
      ),
    ],
    watchFor: [
      'Knees and elbows that reach the floor first: go back to sitting and roll over muscle.',
      'Pairs where one always carries: change roles every minute.',
      'Polite improvising: make the space smaller or the time longer.',
      'Held necks in floor work: ask them to look at their own knees.',
    ],
  },
  Modern: {
    aims: [
      'Contraction begins in the pelvis and arrives in the face',
      'Everyone can fall, suspend and recover in three counts',
      'Weight drops on the beat and rebounds without help',
      'The breath is heard at the beginning of each phrase',
      'Each dancer knows their own version for hip, knee and back',
    ],
    warmUps: [
      exercise(
        'Bounces, sitting',
        'Loosens hips and back.',
        'Soles together, sixteen small bounces forward, eight to each side, then a long breath upright.',
        'Let the back be the one that bounces',
      ),
      exercise(
        'Leg swings by a chair',
        'Warms the hip with weight.',
        'Hold a chair, swing one leg forward and back for sixteen, let it slow down by itself; change sides.',
        'Drop it, do not place it',
      ),
      exercise(
        'Roll down, roll up',
        'Spine, one bone at a time.',
        'Eight counts down, four to hang and breathe, eight up; three times, each with softer knees.',
        'The head is the last to arrive',
      ),
    ],
    mains: [
      exercise(
        'Contraction and release',
        'The breath made visible.',
        'Sitting: exhale and hollow in four counts, inhale and lengthen in four; eight times, then standing.',
        'Hollow, do not collapse',
      ),
      exercise(
        'Fall and recovery',
        'Giving in to weight and coming back.',
        'Side fall in three counts to a blanket, suspension for three, recovery for three; both sides, slowly.',
        'Go where gravity is already going',
      ),
      exercise(
        'Spiral from the hip',
        'Rotation through the whole trunk.',
        'In fourth on the floor or on a chair: hip, waist, ribs, head in four counts, and unwind from the head.',
        'Wring it out like a towel',
      ),
      exercise(
        'Swing in three',
        'Drop, rebound, suspend.',
        'Both arms: drop on one, rebound on two, hang on three; with steps on the third round.',
        'Three is longer than you think',
      ),
      exercise(
        'Triplets travelling',
        'Down, up, up.',
        'Across the room in threes, first without arms; change direction on the first of every fourth bar.',
        'Low on one, and the rest takes care of itself',
      ),
      exercise(
        'Successions',
        'A movement passing from joint to joint.',
        'Wrist, elbow, shoulder, back, hip: pass a wave through in eight counts and let it leave through the other hand.',
        'Nothing moves before its turn',
      ),
      exercise(
        'Tilt by the wall',
        'Off balance, safely.',
        'One hand on the wall, tilt as far as the foot stays rooted, return from the centre; both sides.',
        'Find the edge, and stay one finger inside it',
      ),
    ],
    creative: [
      exercise(
        'A fall each',
        'Personal ways to lose balance.',
        'Everyone shows one safe fall of their own; pairs join two of them with a recovery in between.',
        'Surprise yourself, not your knees',
      ),
      exercise(
        'Work gestures',
        'From everyday to dance.',
        'Choose a gesture from work or home, make it bigger, slower and with the back; four in a row.',
        'Keep the reason, lose the object',
      ),
      exercise(
        'Group breath',
        'Moving as one body.',
        'Standing close, inhale and rise, exhale and sink; let it travel through the room as one animal.',
        'Follow the slowest',
      ),
    ],
    watchFor: [
      'Contractions that only round the shoulders: put a hand on the lower belly.',
      'Swings that are placed instead of dropped: make them smaller and heavier.',
      'Anyone who grows pale after floor work: up in three stages, with a chair.',
      'Jaws: ask them to hum.',
    ],
  },
};
