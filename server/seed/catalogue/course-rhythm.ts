// Noor El-Amrani's course.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const RHYTHM_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'noor',
  category: 'music-and-rhythm',
  title: 'Rhythm for teachers who were told they have none',
  shortName: 'RHY-101',
  tagline: 'Four modules, one pair of hands, and a beat you can keep while talking.',
  about: [
    'Somebody told you once that you have no rhythm. It was probably a teacher, and they were probably counting at the time.',
    'This course starts from what every body already does: walking, breathing, knocking on a door. In four short modules you learn to find the beat in any song, to count a group in, to keep time while you explain something else, and to teach all of that to children who have been told the same thing.',
    'You need no instrument and no dance experience. You will need to clap in your kitchen.',
  ],
  style: 'Hip Hop',
  ages: ['All Ages'],
  level: 'Beginner',
  outcomes: [
    'Find the beat of a song within eight counts',
    'Count a class in so that it starts together',
    'Keep time while you talk',
    'Hear where a phrase ends before it does',
    'Teach a rhythm game without music',
    'Help a child who is always early',
  ],
  requirements: ['A phone or speaker that plays music', 'A table to tap on', 'Ten minutes on most days'],
  price: 45,
  weeks: 4,
  hoursPerWeek: 1,
  published: 36,
  modules: [
    {
      title: 'You already have it',
      summary: 'Walking, breathing and knocking: the beats you never had to learn.',
      lessons: [
        video(
          'The door knock test',
          9,
          'Go to the nearest door and knock. Not carefully; the way you knock when you know that they are in.\n\nYou have just played a rhythm. It had a tempo, it probably had four or five strokes, and the spaces between them were even enough for somebody inside to know that it was a person and not the wind. Nobody counted you in. Now knock again, the same knock, slower. Then as if you were in a hurry. It is still your knock. You have changed the tempo and kept the rhythm, and that is the whole of what we mean by keeping time.\n\nMost adults who say that they have no rhythm have trouble with something else. They are late because they are listening for permission, or early because they are afraid of being late. Neither is a problem of hearing. So for this first week we leave music out. Knock, walk, climb stairs, and notice that the beat is already there before you judge it.\n\nTry this today: walk for two minutes and say “left” each time that foot lands. When you notice that you have stopped saying it, start again. That is all.',
        ),
        practice(
          'Walking is counting',
          8,
          'Walk across the room and count your steps aloud to eight, then begin again at one without stopping. When that is easy, whisper the numbers from two to eight and say only the one aloud.',
        ),
        reading(
          'Where the idea of “no rhythm” comes from',
          7,
          'Studies of beat deafness find it in very few people; most of us simply had too little practice and too much audience. This text looks at what happens in a school class when one child claps late and everyone laughs.',
        ),
        practice(
          'A week of stairs',
          6,
          'Use any staircase you climb each day. Step on every stair for a week, and on the last two days clap between the steps.',
        ),
      ],
      quiz: { title: 'Beat, rhythm or tempo?', questions: 6 },
    },
    {
      title: 'Finding the beat in a song',
      summary: 'What to listen for, and what to ignore.',
      lessons: [
        video(
          'Listen for the lowest thing',
          11,
          'In most popular music the lowest sound marks the beat or agrees with it. We listen to six short examples and point at the floor each time the low drum speaks.',
        ),
        video(
          'One, and how to know that it is one',
          12,
          'The first beat of a bar tends to be where the harmony changes and where singers breathe out. You learn to guess it, to check it after two bars, and to change your mind without stopping.',
        ),
        practice(
          'Eight songs from your own phone',
          15,
          'Choose eight songs and tap each for thirty seconds before you look anything up. Write down which were hard and what the low sound was doing in those.',
        ),
        reading(
          'Three beats, four beats, six',
          8,
          'Not everything goes in fours. This lesson shows how a waltz, a jig and a slow ballad feel in the feet, and how to tell them apart without reading music.',
        ),
      ],
      quiz: { title: 'Where is one?', questions: 8 },
    },
    {
      title: 'Counting people in',
      summary: 'So that thirty feet land together.',
      lessons: [
        video(
          'Five, six, seven, eight is a breath',
          10,
          'The count-in tells a group how fast, how loud and how joyful to be, all before the first step. We try it four ways with the same class and watch what changes.',
        ),
        practice(
          'Talk and tap',
          12,
          'Tap a steady beat on the table and read a recipe aloud over it. Stop reading when the tapping speeds up, breathe, and go on; the aim is to notice and not to be perfect.',
        ),
        video(
          'When the class runs away',
          9,
          'Groups speed up when they are happy and when they are frightened. Here are three ways to bring the time back without shouting, of which silence is the best.',
        ),
        practice(
          'Count in someone you live with',
          7,
          'Ask one person to start clapping when you say so, first with your voice and then with nothing but a breath and a nod. Ask them which was clearer.',
        ),
      ],
      quiz: { title: 'What would you do?', questions: 5 },
    },
    {
      title: 'Teaching it on',
      summary: 'Games, and the child who is always early.',
      lessons: [
        video(
          'Four games without music',
          13,
          'Pass the clap, echo, the stopping train and the wave: each needs no equipment and works with eight or with forty. You see them played by a group of nine-year-olds on the last Friday before a holiday.',
        ),
        reading(
          'The child who is always early',
          8,
          'Being early is a kind of care, and it can be taught to wait. This text gives you two sentences to say and one that you should never say again.',
        ),
        practice(
          'Your own ten minutes',
          14,
          'Put together ten minutes for a group you know, with one game, one count-in and one song. Write down where the beat could be lost and what you will do then.',
        ),
        assignment(
          'Show us a count-in',
          10,
          'Film yourself counting in at least two people for sixteen counts of anything. You will get one thing to keep and one thing to try, from a person, within five days.',
        ),
      ],
    },
  ],
};
