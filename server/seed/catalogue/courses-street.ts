// Marcus Oyelaran's certification and course.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const HIP_HOP_COURSE: SeedCourse = {
  kind: 'certification',
  instructor: 'multi',
  category: 'teaching-certificates',
  title: 'Hip Hop Teaching Certification',
  shortName: 'HHT-CERT',
  tagline: 'Teach the culture, not the moves you saw online.',
  about: [
    'A school wants hip hop on the timetable and asks the youngest teacher in the department. This certification is for that teacher, and for dancers who have the moves and want to learn how to pass them on.',
    'Six modules: where it comes from, groove, the foundations of four styles, running a cypher, making work with young people, and assessment that does not kill it. You teach a group while you learn and bring your questions to a monthly call.',
    'You finish with a filmed lesson and a conversation with me about it. I do not certify anyone I have not seen teach.',
  ],
  style: 'Hip Hop',
  ages: ['Pre-Teen (9-12)', 'Teen (13-17)'],
  level: 'Intermediate',
  outcomes: [
    'Tell the history in five honest minutes',
    'Teach groove before steps',
    'Run a cypher in which everybody goes in once',
    'Break down foundations of four styles',
    'Choose music that a school can play',
    'Assess style without flattening it',
  ],
  requirements: [
    'Some experience of teaching or leading a group',
    'A group of at least six young people during the course',
    'Trainers with a smooth sole',
  ],
  prerequisites: ['BRK-101'],
  price: 420,
  weeks: 10,
  hoursPerWeek: 3,
  certificate: { creditHours: 30, validMonths: 36 },
  published: 224,
  isFeatured: true,
  modules: [
    {
      title: 'Whose is it?',
      summary: 'People, places, and what it means to teach somebody else’s culture.',
      lessons: [
        video(
          'A party on Sedgwick Avenue',
          15,
          'On 11 August 1973 Cindy Campbell wanted money for school clothes. She rented the recreation room of 1520 Sedgwick Avenue in the Bronx, charged a quarter for girls and fifty cents for boys, and asked her brother to play records. Her brother was DJ Kool Herc. He had noticed that dancers waited for one part of a record, the break, where the singing stops and the drums are left alone. So he bought two copies and played the break again and again.\n\nThat is the beginning as most people tell it, and you should be able to tell it too. But look at what is in it. A sister with an idea. A room that could be hired cheaply. Dancers who were already there, and who told the DJ with their feet what they wanted. Nobody in that room was making a style. They were making a good night out of what they had.\n\nWhen you teach a step without this, you teach a shape. When you teach it with this, a twelve-year-old in another country understands that she may also make something out of what is in the room. Tell it in five minutes, standing up, and then put on a break.',
        ),
        reading(
          'Four elements and a fifth',
          14,
          'DJing, MCing, breaking, graffiti, and knowledge, which holds the others together. The text says who named them and why some people argue about the list.',
        ),
        video(
          'Guest in the house',
          16,
          'If this is not the culture you grew up in, you are a guest, and guests can be very welcome. We talk about credit, money, accents and haircuts.',
        ),
        assignment(
          'Your line of teachers',
          15,
          'Write down who taught you, who taught them, and how far back you can go. If the line stops early, find one name further and say how you found it.',
        ),
      ],
      quiz: { title: 'Names and places', questions: 10 },
    },
    {
      title: 'Groove first',
      summary: 'Bounce, rock, roll, wave.',
      lessons: [
        video(
          'Bounce',
          14,
          'Down on the beat or up on the beat: two words that change everything. You learn to teach both and to hear which one a song wants.',
        ),
        video(
          'Rock and roll, in that order',
          16,
          'The chest leads the rock, the ribs lead the roll. Shown on five different bodies, because on one body you learn only that body.',
        ),
        practice(
          'Twenty minutes of nothing but groove',
          20,
          'Put on four songs and do not do a single step. Change level, direction and size, and notice when you get bored and what happens after that.',
        ),
        reading(
          'Explaining groove to people who think in counts',
          12,
          'Some pupils, and many colleagues, want a number. Here is how to give them one and then take it away again.',
        ),
      ],
      quiz: { title: 'Up or down?', questions: 6 },
    },
    {
      title: 'Foundations of four styles',
      summary: 'Enough of each to teach its first month and to know what you do not know.',
      lessons: [
        video(
          'Locking',
          18,
          'Points, locks, wrist rolls, and the joy without which it is just pointing. Don Campbell’s story is part of the lesson.',
        ),
        video(
          'Popping',
          18,
          'A contraction, a release, and the patience to repeat that for a year. We begin with forearms and a table edge.',
        ),
        video(
          'House',
          17,
          'The jack and three steps that travel. A style for big rooms and for people whose knees have opinions.',
        ),
        video(
          'Party dances',
          15,
          'From the Wop to whatever your pupils did at break time. Learn one from them in every lesson, and say who taught you.',
        ),
        practice(
          'One hour, one style',
          60,
          'Choose the style you know least and take a real class in it, online or in a room. Write half a page about being a beginner.',
        ),
      ],
      quiz: { title: 'Which style is this?', questions: 12 },
    },
    {
      title: 'The cypher as a classroom',
      summary: 'How to build a circle that holds.',
      lessons: [
        video(
          'Opening it, closing it',
          15,
          'Who goes in first, how long, and how it ends. A cypher needs rules, and they can be so good that nobody notices them.',
        ),
        video(
          'The one who will not go in',
          14,
          'Offer smaller doors: two at a time, four counts, a single step passed round. You see it take three weeks, in six minutes.',
        ),
        practice(
          'Run one',
          25,
          'Run a cypher of ten minutes with your group and film the feet only. Watch it back and count how many people went in.',
        ),
        reading(
          'Battles with young people',
          13,
          'Competition can wake a group or break it. The text has rules that I have tested, and a page on how to lose.',
        ),
      ],
      quiz: { title: 'Holding the circle', questions: 6 },
    },
    {
      title: 'Making work together',
      summary: 'Choreography that sounds like them.',
      lessons: [
        video(
          'Start from the track',
          16,
          'Map a song before you make a step: where it breathes, where it breaks, where you can leave it alone. You need a pencil.',
        ),
        video(
          'Their eight counts',
          15,
          'Give each pair eight counts and a rule, then put the pairs in an order that surprises them. It takes forty minutes and saves you a weekend.',
        ),
        reading(
          'Clean music and honest music',
          12,
          'What a school can play, how to check a lyric you do not understand, and what to do when the best track is the wrong one. Instrumentals solve most of it, and talking about the words solves the rest.',
        ),
        assignment(
          'Ninety seconds',
          40,
          'Make ninety seconds with your group in which at least half of the material is theirs. Send the film and the map of the song.',
        ),
      ],
    },
    {
      title: 'Assessing it without killing it',
      summary: 'And your own filmed lesson.',
      lessons: [
        reading(
          'Time, groove, shape, nerve',
          14,
          'Four things to look at, in words that pupils use themselves. Show them the words first, and let them mark you.',
        ),
        practice(
          'Mark three clips',
          20,
          'Watch three dancers and use the four words. Compare your notes with ours; where we differ is the interesting part.',
        ),
        assignment(
          'Your lesson',
          45,
          'Film a whole lesson with your group and send it with one question that you really have. We talk about it on a call of thirty minutes.',
        ),
      ],
      quiz: { title: 'Fair or not?', questions: 5 },
    },
  ],
};

export const BREAKING_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'multi',
  category: 'technique',
  title: 'Breaking for PE teachers',
  shortName: 'BRK-101',
  tagline: 'From mats and doubts to a battle with rules.',
  about: [
    'You do not have to be able to do it. You have to know what is safe, what comes first, and what to say. Four modules for teachers who have a hall, a speaker and a group that would rather be outside.',
    'Everything is shown by beginners as well as by me, so that you see what it will look like in your own hall and not on a stage. Each module gives you one lesson that you can teach straight away.',
  ],
  style: 'Breakdance',
  ages: ['Pre-Teen (9-12)', 'Teen (13-17)'],
  level: 'Beginner',
  outcomes: [
    'Teach top rock to a whole class',
    'Build a six-step without anybody getting stuck',
    'Know when wrists have had enough',
    'Offer six versions of every freeze',
    'Set battle rules that keep people safe',
    'Tell where breaking comes from',
  ],
  requirements: [
    'A clear floor of about ten by ten metres',
    'Mats are good, not necessary',
    'No breaking of your own',
  ],
  price: 95,
  weeks: 4,
  hoursPerWeek: 2,
  published: 266,
  modules: [
    {
      title: 'On your feet',
      summary: 'Top rock, and a first lesson for Monday.',
      lessons: [
        video(
          'Walk, cross, bounce',
          11,
          'Top rock is walking with something to say. That is the whole of the explanation you need, and I would like you to say it to your class in those words, because the alternative is a list of steps with names, and names frighten people.\n\nSo: walk on the spot. Bend your knees a little more than feels polite. Now let one foot cross in front of the other and come back, and then the other one. You are doing the Indian step, which is called by other names in other places, and about half of the class will have it already. The rest are watching their feet. Do not correct them. Ask them to look at somebody across the circle, and their feet will sort themselves out, because the feet were never the problem.\n\nNow the bounce. It goes down on the beat. If it goes up, it will look like skipping, and they will feel silly without knowing why. Put a hand flat at the height of your head and keep your head under it: that takes care of it in ten seconds.\n\nTwo minutes of that with music and you have a room that is dancing. We add arms in the next lesson. For now leave them alone; arms come by themselves when people stop worrying.',
        ),
        video(
          'Arms, attitude, eight counts',
          12,
          'Four ways to use the arms and one question: who are you dancing at? By the end everybody has eight counts that are theirs.',
        ),
        practice(
          'Teach it to one person',
          15,
          'Teach the first two lessons to somebody at home in ten minutes. Notice where you started to show instead of say.',
        ),
        reading(
          'A lesson plan for Monday',
          8,
          'Forty-five minutes, one page, no equipment. It has been used by supply teachers who read it in the car park.',
        ),
      ],
      quiz: { title: 'First steps', questions: 5 },
    },
    {
      title: 'On the floor',
      summary: 'Footwork, and looking after wrists.',
      lessons: [
        video(
          'Wrists first',
          10,
          'Ninety seconds of preparation, and a rule about how long hands stay on the floor at each age. Do this in every lesson and nobody will complain in week four.',
        ),
        video(
          'Three-step, six-step',
          17,
          'Numbers on the floor, one partner reading, one dancing. We go wrong on count four on purpose, because everyone does.',
        ),
        practice(
          'Tape on the kitchen floor',
          15,
          'Put six pieces of tape down and go round slowly in both directions. If a number is missing, go back to the three-step for a day.',
        ),
        video(
          'Changing direction',
          12,
          'The moment in which a pattern turns into a dance. Two ways out of the six-step, and one way back in.',
        ),
      ],
      quiz: { title: 'Count the hands', questions: 6 },
    },
    {
      title: 'Freezes',
      summary: 'A ladder with six rungs.',
      lessons: [
        video(
          'What a freeze is for',
          9,
          'A full stop, a comma or a joke. Knowing which one helps pupils choose a freeze that they can really hold.',
        ),
        video(
          'The ladder',
          16,
          'From a freeze on both feet to a baby freeze, by way of four that nobody can fall out of. Nobody climbs because a friend did.',
        ),
        practice(
          'Hold for three',
          12,
          'Find the highest rung on which you can breathe for three slow counts. That is the one you teach this week.',
        ),
        reading(
          'Risk assessment you can sign',
          9,
          'A page for your head of department, with the supervision, the surface and the spacing for each rung. Read it before you sign it, and add what is particular to your hall.',
        ),
      ],
      quiz: { title: 'Up or down the ladder?', questions: 6 },
    },
    {
      title: 'The battle',
      summary: 'Rules, rounds and respect.',
      lessons: [
        video(
          'Crews, rounds, judges',
          13,
          'How to set up a battle for thirty pupils in a single lesson. Judges are pupils too, and they have to give a reason.',
        ),
        reading(
          'How to lose',
          7,
          'To be read aloud before the first round. It takes two minutes, and it is the most useful text in the course.',
        ),
        assignment(
          'Your battle plan',
          20,
          'Write the plan for a battle in your own hall: groups, music, rules and what can go wrong. You get an answer from someone who has seen it go wrong.',
        ),
      ],
    },
  ],
};
