// Priya Raghunathan's certification and Inés Valdivia's free first course.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const CREATIVE_COURSE: SeedCourse = {
  kind: 'certification',
  instructor: 'priya.raghu',
  category: 'teaching-certificates',
  title: 'Creative Dance Facilitator Certification',
  shortName: 'CDF-CERT',
  tagline: 'Lead children into dances that are theirs.',
  about: [
    'Creative dance looks like letting children run about, and it is the most carefully planned hour in the building. This certification shows you the planning: how a story, a rule and an ending turn running about into dance.',
    'Six modules for class teachers, dancers and early years staff. You lead at least eight sessions with children between three and eleven while you study, and keep a notebook that becomes your assessment.',
    'No dance training is needed. You need to be curious about what a child meant by that.',
  ],
  style: 'Contemporary',
  ages: ['Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)'],
  level: 'Beginner',
  outcomes: [
    'Turn any story into five movement tasks',
    'Set a rule that frees instead of limits',
    'End an activity before it falls apart',
    'Observe without testing',
    'Include a child who will not join, or cannot',
    'Plan a unit across two subjects',
  ],
  requirements: [
    'Eight sessions with a group of children',
    'A notebook',
    'Permission from your school or centre',
  ],
  prerequisites: ['FIRST-101'],
  price: 380,
  weeks: 10,
  hoursPerWeek: 2,
  certificate: { creditHours: 24, validMonths: 48 },
  published: 86,
  isFeatured: true,
  modules: [
    {
      title: 'What children already do',
      summary: 'Watch first.',
      lessons: [
        video(
          'Ten minutes at the edge of a playground',
          13,
          'Before you plan anything, go and stand at the edge of a playground for ten minutes. Take nothing with you but a pencil.\n\nYou will see chasing, of course. Look again. You will see two children walking in step along a line that only they can see. You will see somebody falling over on purpose, again and again, each time with more art. Somebody spins until the world tips and then stands very still to watch it settle. Four of them are being horses, and one of the horses has a broken leg, and there is a vet.\n\nAll of this is dance material. There is rhythm in it, and repetition, shape, relation and story. The children did not need us for any of it. So what are we for?\n\nWe give it a frame. A frame is a beginning, a rule and an end. “Walk along the line” becomes a dance when two people do it slowly, starting together, and stop when they meet. We did not add a step. We added attention.\n\nWrite down five things that you saw, as plainly as you can: “girl, about six, walked backwards round a drain, eleven times.” Do not write “playing”. In the next lesson we will make three of the five into tasks.',
        ),
        reading(
          'Frame, rule, ending',
          12,
          'The three parts of every good task, with eleven examples from real lessons. Where a task fails, one of the three is usually missing, and mostly it is the ending.',
        ),
        practice(
          'Three tasks from your five notes',
          15,
          'Turn three of your observations into tasks of two minutes each. Read them aloud; if one takes longer to say than to do, cut it.',
        ),
        assignment(
          'Your notebook, first pages',
          15,
          'Start the notebook that goes with you through the course. This week: one observation a day, no opinions.',
        ),
      ],
      quiz: { title: 'Frame, rule or ending?', questions: 6 },
    },
    {
      title: 'Story as a floor plan',
      summary: 'From page to space.',
      lessons: [
        video(
          'Five places in a story',
          14,
          'Every story has places, and places can be put in a room. We map a folk tale from Tamil Nadu on the floor of a school hall.',
        ),
        video(
          'Verbs, not characters',
          12,
          'Do not ask who wants to be the tiger. Ask for creeping, waiting and changing your mind, and everyone is the tiger.',
        ),
        practice(
          'Map a picture book',
          16,
          'Choose a book that your group likes and mark five places and five verbs. Try it with three chairs before you try it with thirty children.',
        ),
        reading(
          'Stories that are not yours',
          11,
          'Which tales travel well, which are sacred to somebody, and how to find out. With a list of tellers who are glad to be asked.',
        ),
      ],
      quiz: { title: 'Find the verbs', questions: 6 },
    },
    {
      title: 'Leading without showing',
      summary: 'Voice, props, music and silence.',
      lessons: [
        video(
          'Say it so that nobody copies you',
          13,
          'If you show it, you will get thirty of you. Words, sounds and questions that open instead of closing.',
        ),
        video(
          'One prop',
          12,
          'A scarf, a paper bag, a length of elastic: one is plenty. How to bring it in and, which is harder, how to collect it.',
        ),
        reading(
          'Music that leaves room',
          10,
          'What to look for, what to avoid, and when silence is better. The list has forty pieces in it, all of them tried.',
        ),
        practice(
          'A session without a single demonstration',
          20,
          'Lead twenty minutes and keep your hands in your pockets. Write down each time they wanted to come out.',
        ),
      ],
      quiz: { title: 'Open or closed?', questions: 8 },
    },
    {
      title: 'Everyone in the room',
      summary: 'Including those who watch, run, or roll.',
      lessons: [
        video(
          'The watcher and the runner',
          14,
          'Two children whom every group has, and what each of them is telling you. You see both over six weeks.',
        ),
        reading(
          'Access from the start',
          13,
          'Plan for the wheelchair, the hearing aid and the child without your language before you know that they are coming. It is less work than adapting, and the plan gets better for all.',
        ),
        practice(
          'Change one task four ways',
          15,
          'Take a favourite task and rewrite it for seated, for silent, for very small and for one-to-one. Keep the idea the same.',
        ),
      ],
      quiz: { title: 'Plan for everyone', questions: 5 },
    },
    {
      title: 'Seeing what was learned',
      summary: 'Words for what happened.',
      lessons: [
        video(
          'One word a week',
          10,
          'Led, followed, invented, repeated, watched. Five words that build a picture nobody could have tested for.',
        ),
        reading(
          'Talking to parents and to inspectors',
          12,
          'The same lesson described three times, for three readers. Honest each time.',
        ),
        practice(
          'Watch with a colleague',
          18,
          'Watch the same ten minutes together, in silence, and compare your words. Where you differ, look again.',
        ),
      ],
      quiz: { title: 'What did you see?', questions: 5 },
    },
    {
      title: 'Your unit',
      summary: 'Six lessons, two subjects, one notebook.',
      lessons: [
        reading(
          'Two subjects that need each other',
          11,
          'Rivers and weight, fractions and rhythm, gods and gesture. How to find a pair in which neither subject is the servant.',
        ),
        assignment(
          'Plan and teach a unit',
          60,
          'Plan six lessons, teach at least four of them and keep the notebook. Send the plan, the notebook and two minutes of film.',
        ),
        assignment(
          'A conversation',
          30,
          'We talk for half an hour about what surprised you. There is nothing to prepare; bring the notebook.',
        ),
      ],
    },
  ],
};

export const FIRST_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'instructor',
  category: 'first-steps',
  title: 'Your first dance lesson, next Monday',
  shortName: 'FIRST-101',
  tagline: 'Free, under two hours, and enough to walk in with.',
  about: [
    'They have given you the dance unit. You have a weekend. This free course takes less than two hours and gives you one complete lesson, the nerve to teach it and a plan for what to do when it goes sideways.',
    'I have taught it in staff rooms from Rotterdam to Granada. Teachers who say that they cannot dance do very well with it, because they explain better than dancers do.',
  ],
  style: 'Other',
  ages: ['All Ages'],
  level: 'Beginner',
  outcomes: [
    'Teach one complete lesson of forty minutes',
    'Start and stop a group without shouting',
    'Choose music in five minutes',
    'Keep everyone safe in a small hall',
    'Help those who do not want to',
    'Know what to teach in week two',
  ],
  requirements: ['A hall or a cleared classroom', 'Something that plays music', 'A weekend'],
  price: 0,
  weeks: 1,
  hoursPerWeek: 2,
  published: 308,
  isFeatured: true,
  modules: [
    {
      title: 'Before Monday',
      summary: 'What you need, which is less than you think.',
      lessons: [
        video(
          'You do not have to dance',
          7,
          'Let us begin with the worry. You think that thirty children will look at you and see somebody who cannot dance. They will not. They will look at you for about four seconds, to find out whether you are going to embarrass them, and after that they will look at each other.\n\nYour job in those four seconds is simple. Stand still, smile if you can, and say what is going to happen: “We are going to walk, we are going to make something, and at the end half of you will show the other half. Nobody dances alone today.” That last sentence does more for a class than any warm-up I know.\n\nThen walk. Everybody, in all directions, at the speed of somebody who has forgotten something. When you clap, they stop. When you clap again, they go. Do this until they stop together; it will take about two minutes. You have now taught beginnings and endings, use of space, and listening. You did not demonstrate a thing.\n\nThe rest of this course is only more of that. You will learn what to do after the walking, what to put on the speaker, and how to get out of it well. If you stop here and go in on Monday with just this, it will still be a dance lesson.',
        ),
        reading(
          'The room, the shoes, the door',
          6,
          'Push the tables back, sweep, and take off socks or put on trainers: socks alone are for falling over. Stand where you can see the door.',
        ),
        practice(
          'Clap once',
          5,
          'Practise one clap that means stop. Do it in the kitchen until you believe it.',
        ),
      ],
      quiz: { title: 'Ready?', questions: 4 },
    },
    {
      title: 'The lesson',
      summary: 'Forty minutes, in four parts.',
      lessons: [
        video(
          'Walk, stop, shape',
          10,
          'Ten minutes from the clap to a frozen shape at three levels. Names and praise are built in.',
        ),
        video(
          'Three shapes and a way between them',
          11,
          'Pairs choose three shapes and travel from one to the next. That is a dance; all you have to add is an ending.',
        ),
        video(
          'Showing without dying',
          8,
          'Half of the class shows and half watches, with one question to answer. Nobody is asked what they liked.',
        ),
        reading(
          'The plan on one page',
          6,
          'All of it with minutes and words. Print it, fold it, and put it in your pocket.',
        ),
      ],
      quiz: { title: 'What comes next?', questions: 5 },
    },
    {
      title: 'When it goes sideways',
      summary: 'It will, a little.',
      lessons: [
        video(
          'Too loud, too quiet, too fast',
          9,
          'Three common accidents and what to say in each. None of the sentences is longer than six words.',
        ),
        reading(
          '“I don’t want to”',
          6,
          'Four jobs for a child who does not want to dance today, all of them real. Offer, do not push, and ask again next week.',
        ),
        practice(
          'Your three sentences',
          6,
          'Write down the three sentences that you will use. Say them aloud to somebody who will laugh at you kindly.',
        ),
      ],
      quiz: { title: 'What would you say?', questions: 4 },
    },
    {
      title: 'After Monday',
      summary: 'Week two, and week six.',
      lessons: [
        video(
          'Keep one thing, change one thing',
          8,
          'The easiest way to plan the second lesson. It works for the third as well.',
        ),
        reading(
          'Where to go from here',
          6,
          'Six directions with a first step in each. Some of them cost money, most do not.',
        ),
        practice(
          'One honest page',
          8,
          'Write down what worked, what did not, and who surprised you. That page is your plan for week two.',
        ),
      ],
    },
  ],
};
