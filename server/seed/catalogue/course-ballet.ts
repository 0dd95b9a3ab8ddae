// Beatrix Holloway's certification.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const BALLET_COURSE: SeedCourse = {
  kind: 'certification',
  instructor: 'beatrix.h',
  category: 'teaching-certificates',
  title: 'Ballet Teaching Certification',
  shortName: 'BTC-CERT',
  tagline: 'Become the teacher a ten-year-old will thank in twenty years.',
  about: [
    'Most of us were taught to dance, and then left to work out how to teach. This course is the part in between: how bodies learn, how a class is built, how to say one correction that helps instead of five that do not.',
    'You work through eight modules at your own pace, with a real class of your own beside you. Every module ends with something to try on Tuesday. The last one is a lesson that you film and that I watch, all of it, and answer in writing.',
    'It is not about a method or a school. It asks you to give a reason for each thing you teach, and gives you better reasons where yours turn out to be habits.',
  ],
  style: 'Ballet',
  ages: ['Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)'],
  level: 'Intermediate',
  outcomes: [
    'Plan a term that builds, not repeats',
    'Give one correction at a time',
    'See forced turnout from across the room',
    'Adapt a step for any body',
    'Count in so that a class breathes together',
    'Talk with families about readiness',
  ],
  requirements: [
    'At least five years of ballet training of your own',
    'A class that you teach or assist during the course',
    'A way to film one lesson, with the consent of the families',
  ],
  prerequisites: ['SAFE-101'],
  price: 490,
  weeks: 12,
  hoursPerWeek: 3,
  certificate: { creditHours: 36, validMonths: 36 },
  published: 338,
  isFeatured: true,
  modules: [
    {
      title: 'Why we teach ballet',
      summary: 'What it is good for, who it has kept out, and what you want yours to be.',
      lessons: [
        video(
          'The lesson you remember',
          14,
          'Think of a ballet lesson you remember from before you were twelve. Not the best one or the worst one; simply the one that comes.\n\nI have asked this of some four hundred teachers, and almost nobody names a step. They remember a pianist who winked. They remember being moved to the front, or to the back. They remember a hand between the shoulder blades and a voice that said “there”. One remembers the smell of the radiator, and that nobody spoke to her for a year.\n\nThis is where we begin, because it is what you are making. Whatever you believe you are teaching on a Tuesday at half past four, somebody in that room is keeping a picture of it for life. You do not choose the picture. You do choose the conditions: whether each child is seen once in every lesson, whether mistakes are interesting or shameful, and whether the exercise has a reason that you could say aloud.\n\nSo before the anatomy and the planning, a small task. Write down your remembered lesson in five sentences. Then write what that teacher may have been trying to do. The distance between the two is what this course is about.',
        ),
        reading(
          'What ballet gives, and to whom',
          16,
          'Ballet trains attention, patience and the pleasure of doing something exactly; none of these needs a particular body. The text looks at what research supports, what tradition merely repeats, and who has been told at the door that it was not for them.',
        ),
        assignment(
          'Your own reasons',
          18,
          'Write one page on why you teach ballet and not something else. You will read it again in module eight, and most people change the second paragraph.',
        ),
      ],
    },
    {
      title: 'Anatomy for safe turnout',
      summary: 'Where rotation comes from, and what happens when it is borrowed.',
      lessons: [
        video(
          'The hip, from outside and inside',
          14,
          'Turnout is rotation of the thigh bone in its socket, and sockets differ from one child to the next. You see three hips, learn to find the bony landmarks on yourself, and find out why comparing two dancers’ feet tells you almost nothing.',
        ),
        video(
          'Forcing, and what it costs later',
          18,
          'When the hip has no more to give, the knee, the ankle and the lower back pay. We look at four photographs of the same fifth position and learn which three to stop.',
        ),
        practice(
          'Three exercises that find real range',
          17,
          'Lying, sitting and standing, each dancer finds how far the leg turns without help from the floor. Try them on yourself first and note the difference between left and right.',
        ),
        reading(
          'Growing bodies',
          16,
          'Between about eleven and fourteen bones lengthen faster than muscles follow, and a child who could balance in June cannot in October. The text gives you words for families and a list of exercises to leave out for a while.',
        ),
        practice(
          'Look at one knee',
          15,
          'In your next class watch only knees for ten minutes and say nothing. Write down what you would have corrected, and then strike out everything that was not about safety.',
        ),
      ],
      quiz: { title: 'What would you say?', questions: 8 },
    },
    {
      title: 'Building a class, plié to révérence',
      summary: 'One idea for each lesson, carried from the barre to the last jump.',
      lessons: [
        video(
          'One idea, all the way through',
          21,
          'Choose one thing, such as the transfer of weight, and let every exercise ask it in a new way. I teach the same class twice, once with one idea and once with six, and you will see which one the children remember.',
        ),
        reading(
          'The order of the barre and why it is not sacred',
          18,
          'The usual order warms the body well, but it was settled for adults with an hour and a half. Here are three shorter barres for children, with what each leaves out and what it costs.',
        ),
        practice(
          'Write a barre in twenty minutes',
          24,
          'Set a timer and write six exercises that share one idea. When it rings, take one exercise away; the class will be better for it.',
        ),
        video(
          'Centre work for a crowded room',
          20,
          'Twenty-two children and a pillar: how to use groups, diagonals and waiting so that nobody stands still for more than a minute. Waiting is taught too, with something to look for.',
        ),
        video(
          'Planning backwards from June',
          22,
          'Begin with what they should be able to do at the end of the year and walk back week by week. Leave every fourth week empty; you will need it.',
        ),
        assignment(
          'A term on one page',
          20,
          'Plan ten weeks for a class you know. Use one line for each week, and mark in red what you will repeat and in blue what is new.',
        ),
      ],
      quiz: { title: 'Order and reason', questions: 10 },
    },
    {
      title: 'Reading a room of eight-year-olds',
      summary: 'Attention, noise, and the child by the curtain.',
      lessons: [
        video(
          'The first ninety seconds',
          16,
          'A class tells you how it is before you have said a word. We watch four groups come through a door and decide what to change in the plan.',
        ),
        reading(
          'Why they are loud',
          15,
          'Noise is energy, worry or interest, and each wants a different answer. The text offers six that do not involve raising your voice.',
        ),
        video(
          'The child who does not join in',
          20,
          'Watching is learning, up to a point. You learn to tell a watcher from a child in trouble, and how to leave a door open without pushing anybody through it.',
        ),
        practice(
          'Names and one thing each',
          19,
          'For one week say every child’s name once in each lesson, together with one thing you have seen. Keep a tally, and look at whom you forgot.',
        ),
      ],
      quiz: { title: 'Reading the room', questions: 6 },
    },
    {
      title: 'Musicality and counting in',
      summary: 'So that they dance to the music and not beside it.',
      lessons: [
        video(
          'Breathing in time',
          17,
          'The count-in is a breath that everybody shares. We try four of them on the same group and listen to the first step.',
        ),
        reading(
          'Metre for people who do not read music',
          18,
          'Two, three, four and six, as they feel in the body and as they look on a page. Enough to talk to a pianist and to choose a track in a shop.',
        ),
        practice(
          'Three songs, one exercise',
          16,
          'Take a tendu exercise and do it to a march, a waltz and a tango. Notice what you had to change, and what your class would learn from changing it.',
        ),
        video(
          'Working with a pianist, or with a telephone',
          19,
          'How to ask for what you need in ten words, and how to set up recorded music so that you are not standing at a speaker for a quarter of the lesson. Either way, decide on the tempo by dancing it yourself first.',
        ),
        practice(
          'Silence as an exercise',
          14,
          'Teach one combination and take away the music for the second half of it. Count with nothing but the room, and see who comes out together.',
        ),
        assignment(
          'Your count-in, recorded',
          21,
          'Record yourself counting in three different exercises. You get an answer about tempo, breath and tone.',
        ),
      ],
      quiz: { title: 'Hear it, name it', questions: 9 },
    },
    {
      title: 'Correcting with words and hands',
      summary: 'One thing, said once, to someone who has agreed to hear it.',
      lessons: [
        video(
          'One correction',
          18,
          'Of the eleven things you could say, which will change most? A way of choosing, with six clips to practise on.',
        ),
        reading(
          'Touch, consent and other ways to show',
          20,
          'Ask, wait, and accept a no without a face. The text gives wording for children and for adults, and eight corrections that need no hands at all.',
        ),
        video(
          'Praise that is information',
          17,
          '“Lovely” ends a conversation. “You waited for the music” begins one, and here is how to make it a habit.',
        ),
        practice(
          'A lesson with five corrections',
          20,
          'Teach a whole class and allow yourself five corrections altogether. Choose them well, and write down what improved without you.',
        ),
      ],
      quiz: { title: 'Choose one', questions: 8 },
    },
    {
      title: 'Boys, bodies, belonging',
      summary: 'Making a room in which more people want to stay.',
      lessons: [
        video(
          'Who is not here',
          18,
          'Look at your register and ask who is missing from it. We talk about boys, about bigger bodies, about skin and tights that match it, and about money.',
        ),
        reading(
          'A dress code that lets you see and lets them breathe',
          17,
          'You need to see a knee; you do not need to see everything else. Three dress codes from three schools, with what the pupils said.',
        ),
        assignment(
          'One change',
          20,
          'Decide on one change to your own class and try it for three weeks. Tell us what happened, also if nothing did.',
        ),
      ],
      quiz: { title: 'Who is missing?', questions: 5 },
    },
    {
      title: 'Your assessed class',
      summary: 'Filmed by you, watched by me, answered in writing.',
      lessons: [
        reading(
          'How it is assessed',
          12,
          'There are six questions and no marks out of ten. You will know all of them beforehand, and you may send a second film if the first day went badly.',
        ),
        practice(
          'A rehearsal with a friend',
          25,
          'Ask a colleague to watch a lesson with the six questions in hand. Do not defend yourself; write down what they say and sleep on it.',
        ),
        assignment(
          'Film a whole lesson',
          60,
          'Send one uncut lesson of thirty to sixty minutes, with a plan and half a page on what you would change. I watch it myself and answer within a week.',
        ),
      ],
    },
  ],
};
