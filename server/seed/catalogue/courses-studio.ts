// Zeynep Yıldız's improvisation and Tobias Renner's tap.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const IMPROVISATION_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'zeynep.y',
  category: 'making-dances',
  title: 'Improvisation that goes somewhere',
  shortName: 'IMP-201',
  tagline: 'For dancers who have run out of habits.',
  about: [
    'After ten minutes of improvising we have all shown everything we can do. This course starts in the eleventh minute.',
    'Five modules of scores and practices for experienced dancers and for teachers who lead them: attention, time, weight with others, composition in the moment, and how to talk about what happened without explaining it away. Each has a long practice that you do alone and one that you lead.',
    'I teach it in a big room with a small group. Here the room is yours.',
  ],
  style: 'Contemporary',
  ages: ['Adult (18+)'],
  level: 'Advanced',
  outcomes: [
    'Stay interested after minute eleven',
    'Compose while moving',
    'Lead a score with few words',
    'Work with weight and refusal',
    'Edit afterwards, from memory',
    'Give feedback that is description',
  ],
  requirements: [
    'Several years of dancing, in any form',
    'A room of your own for an hour a week',
    'A partner for module three',
  ],
  price: 140,
  weeks: 6,
  hoursPerWeek: 3,
  published: 72,
  modules: [
    {
      title: 'The eleventh minute',
      summary: 'After your habits.',
      lessons: [
        video(
          'Set a timer and stay',
          16,
          'Set a timer for twenty minutes, and turn it so that you cannot see it. Begin to move. There is no music and no task.\n\nI can tell you what will happen, since it happens to me. For three minutes you will be pleased. You will do the things you do: the spiral, the drop, the arm that arrives late. Somewhere about the fifth minute you will notice that you are doing them again. By the eighth you will be bored, and you will start to think about dinner. You will want to stop, and you will have excellent reasons.\n\nStay. Do not try to be original; it is the quickest way back into habit. Do something smaller. Repeat it. Let it be dull, and look at the dullness: how long is it, what colour, where in the body? In about the eleventh minute something gives. You stop performing for the person in your head. A finger moves and you are surprised by it. The room comes back.\n\nIt does not last. It is not meant to. But you have been there, and you know the way, which is through boredom and not around it. Write three sentences afterwards, with no adjectives. Do it four times this week. Everything else in this course assumes that you have.',
        ),
        practice(
          'Four times twenty',
          80,
          'Four sessions of twenty minutes on four days. Three sentences after each, none of them about whether it was good.',
        ),
        reading(
          'Habit is not the enemy',
          12,
          'Habits are what you have practised. How to use them as material instead of running away from them.',
        ),
      ],
      quiz: { title: 'What did you notice?', questions: 4 },
    },
    {
      title: 'Attention',
      summary: 'One thing, then two.',
      lessons: [
        video(
          'Narrow and wide',
          14,
          'Attention has a lens. Change it on purpose: skin, joint, floor, room, street.',
        ),
        practice(
          'Following the left hand',
          20,
          'For twenty minutes follow your left hand and make no decisions. When you notice a decision, follow that.',
        ),
        video(
          'Leading attention in others',
          15,
          'Words that move people’s attention without telling them what to do. Say less, later.',
        ),
        reading(
          'Notes from people who watched longer than we did',
          13,
          'Short passages on attention, with where they come from. Take one into the studio.',
        ),
      ],
      quiz: { title: 'Narrow or wide?', questions: 5 },
    },
    {
      title: 'Weight and refusal',
      summary: 'With another person.',
      lessons: [
        video(
          'Offering a kilo',
          13,
          'Give exactly one kilo of weight and wait. Then five hundred grams. Precision is a form of trust.',
        ),
        video(
          'No is material',
          12,
          'A refused weight is an event and not a failure. We practise saying no with the body, and being told it.',
        ),
        practice(
          'Half an hour, two people',
          30,
          'One rule: neither of you may lift. Change who decides every five minutes, without speaking.',
        ),
      ],
      quiz: { title: 'Yes, no, not yet', questions: 5 },
    },
    {
      title: 'Composing while it happens',
      summary: 'Remember, repeat, end.',
      lessons: [
        video(
          'Remember what you did',
          15,
          'You cannot compose what you have forgotten. Exercises for memory while you are moving.',
        ),
        video(
          'Endings',
          13,
          'Most improvisations pass three good endings. Learn to feel one coming, and to take it.',
        ),
        practice(
          'Three minutes, three times',
          20,
          'Improvise for three minutes. Do it again, as exactly as you can. Then a third time, with one thing taken out.',
        ),
        reading(
          'Scores by others',
          11,
          'How a few people have written down as little as possible. Try one, and write one.',
        ),
      ],
      quiz: { title: 'Was that the end?', questions: 5 },
    },
    {
      title: 'Leading it',
      summary: 'A group, an hour, few words.',
      lessons: [
        video(
          'The first sentence',
          12,
          'What you say first decides the hour. Twelve first sentences, and what each of them did.',
        ),
        reading(
          'Talking afterwards',
          10,
          'Describe, do not praise. A way to talk for ten minutes without anybody becoming smaller.',
        ),
        assignment(
          'Lead and listen',
          40,
          'Lead an hour for at least three people and record your voice only. Send it with the three sentences you wish you had not said.',
        ),
      ],
    },
  ],
};

export const TAP_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'tobias.r',
  category: 'technique',
  title: 'Tap from the ground up: teaching sound',
  shortName: 'TAP-101',
  tagline: 'Four sounds, two feet, and a way to write them down.',
  about: [
    'Tap is percussion that you can see. This course teaches you to teach it in that order: first the sound, then the foot that makes it, then the step. It suits dance teachers who add tap to what they do and music teachers who would like their pupils to stand up.',
    'Five modules, from toes and heels to a chorus that your class has composed and written down. The floor may be anything. The shoes may wait.',
  ],
  style: 'Tap',
  ages: ['Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)'],
  level: 'Beginner',
  outcomes: [
    'Make and name four clear sounds',
    'Teach shuffles that do not blur',
    'Write a rhythm on squared paper',
    'Run call and answer with any group',
    'Teach a single time step',
    'Choose floors and shoes sensibly',
  ],
  requirements: [
    'Hard-soled shoes; tap shoes if you have them',
    'Squared paper',
    'A floor that you may make noise on',
  ],
  price: 85,
  weeks: 5,
  hoursPerWeek: 1,
  published: 291,
  modules: [
    {
      title: 'Four sounds',
      summary: 'Toe, heel, brush, stamp.',
      lessons: [
        video(
          'Listen before you look',
          10,
          'Turn your back to the screen for the first minute of this lesson. I am going to make four sounds, twice each. Do not try to see them.\n\nThe first is a toe: short, rather high, and gone. The second is a heel: lower, with a little weight behind it. The third is a brush, which is a sound that moves; it has a beginning and an end. The fourth is a stamp, all of the foot, and you can probably feel it in your chair.\n\nNow draw them. Anything will do: a dot, a bar, a line, a block. You have written tap notation, and yours is as good as mine. We are going to use it in module three.\n\nI start with ears because eyes make tap harder than it is. A pupil who looks at your feet sees a leg, a knee and a shoe, and copies the leg. A pupil who listens wants to make that sound, and her foot looks for the shortest way. The shortest way is nearly always good technique.\n\nSo for the first week of any tap class I stand behind a piano, or a table, or a pupil’s grandmother. They hear; they try; they turn round only when they have it. Try it with your own feet now: four sounds, in any order, and no looking down.',
        ),
        practice(
          'Under the desk',
          10,
          'Make the four sounds sitting at a desk, eight of each, left and right. When somebody asks what you are doing, teach them.',
        ),
        video(
          'Weight or no weight',
          12,
          'Every sound either takes your weight or leaves it. Half of all tap mistakes are about this, and here is how to hear it.',
        ),
        reading(
          'Floors and shoes',
          8,
          'What to dance on, what to avoid, and when it is worth buying taps. With a note on being kind to people downstairs.',
        ),
      ],
      quiz: { title: 'Which sound was that?', questions: 8 },
    },
    {
      title: 'Shuffles and friends',
      summary: 'Loose ankle, clear pair.',
      lessons: [
        video(
          'The loose ankle',
          11,
          'A shuffle is a swing of the lower leg with an ankle that has been told to relax. Imagine a drop of water that you shake off your shoe.',
        ),
        practice(
          'Sixteen without blur',
          12,
          'Sixteen shuffles on each side, slowly enough to hear two sounds in each. Speed is a reward, not a method.',
        ),
        video(
          'Ball change, flap, cramp roll',
          14,
          'Three small words that make most sentences. We put them together in pairs and see what they say.',
        ),
      ],
      quiz: { title: 'Count the sounds', questions: 6 },
    },
    {
      title: 'Writing it down',
      summary: 'Squared paper and four signs.',
      lessons: [
        video(
          'A grid for time',
          11,
          'One square is one part of the beat. Put your four signs on it, and read it aloud with your hands before you try with your feet.',
        ),
        practice(
          'Write what you hear',
          14,
          'Listen to four short rhythms and write them down. Compare; more than one way can be right.',
        ),
        reading(
          'Notation in a mixed class',
          8,
          'Who reads, who dances, who checks: three jobs that change. It keeps everybody busy and hides who is slow.',
        ),
      ],
      quiz: { title: 'Read the grid', questions: 8 },
    },
    {
      title: 'Conversation',
      summary: 'Call, answer, trade.',
      lessons: [
        video(
          'Copy, then answer',
          10,
          'First repeat exactly, then reply. Two bars each, eyes up, and nobody apologises.',
        ),
        practice(
          'Trade with a wall',
          10,
          'Two bars of you, two bars of silence, ten times. Leave the silence its full length.',
        ),
        video(
          'Groups of four',
          12,
          'A rhythm section in shoes: one holds the time, one fills, one leads, one listens. Then change.',
        ),
      ],
    },
    {
      title: 'A chorus',
      summary: 'The single time step, and a piece of their own.',
      lessons: [
        video(
          'The single time step, spoken',
          13,
          'Say it until it is boring, then dance it. The break is what makes it end, so we learn the break first.',
        ),
        reading(
          'Where it comes from',
          9,
          'Juba, jigs, clogs, and the people who were not allowed drums. A page to read to your class and a list of names to look up.',
        ),
        assignment(
          'Thirty-two bars',
          25,
          'Compose thirty-two bars with your class, written and danced. Send the page and the film; I will read the page first.',
        ),
      ],
      quiz: { title: 'All of it', questions: 10 },
    },
  ],
};
