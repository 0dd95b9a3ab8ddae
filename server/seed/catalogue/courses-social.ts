// Inés Valdivia's flamenco and Lucía Fernández Soto's ballroom.
import type { SeedCourse } from './catalogue-types.ts';
import { assignment, practice, reading, video } from './lesson.ts';

export const FLAMENCO_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'instructor',
  category: 'music-and-rhythm',
  title: 'Flamenco in the classroom: palmas, compás, no shoes required',
  shortName: 'FLA-101',
  tagline: 'A lot of clapping, clear counts, nobody left standing at the wall.',
  about: [
    'Flamenco begins in the hands. In five modules you learn to clap it, count it and feel where it breathes, and to bring it to a class that has neither shoes nor shyness to spare.',
    'We work on tangos and rumba in four, and take a respectful first look at the twelve counts of soleá. I come from Granada and will tell you what my aunts would say about it, also when they would say no.',
    'Steps are few. Compás is everything.',
  ],
  style: 'Latin',
  ages: ['Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)'],
  level: 'Beginner',
  outcomes: [
    'Clap loud and soft palmas for ten minutes',
    'Hold compás while others change',
    'Teach a short tangos with call and close',
    'Count twelve as flamencos do',
    'Speak of Gitano culture with respect',
    'Lead a class without music',
  ],
  requirements: ['Hands', 'Patience with twelve counts', 'Neighbours who have been warned'],
  prerequisites: ['RHY-101'],
  price: 120,
  weeks: 5,
  hoursPerWeek: 2,
  published: 25,
  modules: [
    {
      title: 'Palmas',
      summary: 'Two hands, two sounds.',
      lessons: [
        video(
          'Sordas and claras',
          12,
          'Clap once. Most people make a sound somewhere between an audience and a seal. We are going to make two sounds, and each has a job.\n\nFor the first, cup both hands as if you carried water, and bring the hollows together. It should sound low and round. These are palmas sordas, the deaf ones. You use them when someone sings or when the guitar is speaking, because they leave space.\n\nFor the second, keep the left hand a little open, and let three fingers of the right land on the palm, quickly, and go away. It should sound like a small dry branch. These are palmas claras. You use them when it is time to push.\n\nDo eight of one and eight of the other. Slowly. Now look at your shoulders. If they are up by your ears, you are trying to be loud; let them down, and you will be louder. The sound comes from the speed of the fingers and not from force.\n\nIn my family a child may sit in the circle and clap from the age at which she can be quiet at the right moment. Not loud at the right moment: quiet. So here is your practice for this week. Clap sordas under one whole song, and see whether you can still hear the words.',
        ),
        practice(
          'Ten minutes without tiring',
          12,
          'Clap ten minutes of sordas with any steady music. If your arms tire, they are working too hard; make everything smaller.',
        ),
        reading(
          'Who clapped first',
          10,
          'Gitano families, Andalusian patios, and a history of being both admired and moved on. Read it before you teach a single clap.',
        ),
        video(
          'On the beat and against it',
          13,
          'Two people, one on the beat and one between. When it locks, you will both laugh; that is how you know.',
        ),
      ],
      quiz: { title: 'Sorda or clara?', questions: 5 },
    },
    {
      title: 'Tangos in four',
      summary: 'Not the one from Argentina.',
      lessons: [
        video(
          'The silent one',
          11,
          'Tangos rests on the first beat. Teach the silence first, and nobody will stamp through it.',
        ),
        video(
          'Mark, call, close',
          15,
          'The grammar of a dance: you mark time, you call for attention, you close. Three steps are enough for all of it.',
        ),
        practice(
          'Sixteen counts with a close',
          15,
          'Put together sixteen counts that end so clearly that a friend stops clapping. If they do not stop, it was not a close.',
        ),
        reading(
          'Lyrics you can sing with children',
          9,
          'Six letras with their meaning, sung slowly. And three which you had better keep for adults.',
        ),
      ],
      quiz: { title: 'Where is the silence?', questions: 6 },
    },
    {
      title: 'Arms, hands, gaze',
      summary: 'Braceo without drama.',
      lessons: [
        video(
          'From the back',
          12,
          'The arm begins under the shoulder blade. We look for weight and leave the drama for later.',
        ),
        video(
          'Hands for everyone',
          11,
          'Inwards, outwards, and not only for girls. What hands say when they stop.',
        ),
        practice(
          'Look at someone',
          10,
          'Dance your sixteen counts at another person and not at the floor. Then change roles and receive it.',
        ),
      ],
      quiz: { title: 'What does the arm say?', questions: 5 },
    },
    {
      title: 'Twelve',
      summary: 'A first look at soleá.',
      lessons: [
        video(
          'Count it like a clock',
          14,
          'Twelve, one, two, three: the accents fall where you do not expect them. We put them on a clock face and walk round it.',
        ),
        practice(
          'Walk the clock',
          13,
          'Lay twelve objects in a circle and walk them, clapping the accents. Three minutes a day for a week.',
        ),
        reading(
          'What soleá is for',
          9,
          'Solitude, gravity, respect. Why I do not make classes perform it, and what we do instead.',
        ),
      ],
      quiz: { title: 'Which number is loud?', questions: 8 },
    },
    {
      title: 'A class of your own',
      summary: 'From the circle to a small fin de fiesta.',
      lessons: [
        video(
          'The circle leads itself',
          12,
          'How to begin with clapping and end with everyone having gone in. Thirty people, one song, no solos by force.',
        ),
        reading(
          'A plan for six weeks',
          9,
          'Six lessons with minutes and words. Swap any two of them, except the first.',
        ),
        assignment(
          'Your circle',
          20,
          'Film three minutes of your group clapping and closing together. I answer with one thing to keep and one to try.',
        ),
      ],
    },
  ],
};

export const BALLROOM_COURSE: SeedCourse = {
  kind: 'course',
  instructor: 'lucia_f',
  category: 'technique',
  title: 'Ballroom for teenagers who did not ask for it',
  shortName: 'BLR-101',
  tagline: 'Hold, posture, both roles, and a way past the giggling.',
  about: [
    'Nobody asked them whether they wanted to waltz. You have ten weeks and a school ball at the end. This course shows you how to get from folded arms to a floor full of people who are enjoying themselves and would rather not say so.',
    'Four modules: hold and touch, waltz, cha-cha-chá and salsa, and the evening itself. Everyone learns to lead and to follow from the first lesson. I have taught it in four secondary schools in Valencia, and the giggling stops in week two.',
  ],
  style: 'Ballroom',
  ages: ['Teen (13-17)'],
  level: 'Mixed Levels',
  outcomes: [
    'Introduce hold without embarrassment',
    'Teach both roles to everyone',
    'Get a class through a whole waltz',
    'Choose music that they will admit to liking',
    'Plan a ball with a job for everybody',
    'Answer the questions that parents ask',
  ],
  requirements: [
    'Basic steps of waltz and cha-cha-chá, or the willingness to learn them a week ahead',
    'A hall',
  ],
  prerequisites: ['FIRST-101'],
  price: 110,
  weeks: 5,
  hoursPerWeek: 2,
  published: 148,
  modules: [
    {
      title: 'Before anyone holds anyone',
      summary: 'Distance, consent, and a tea towel.',
      lessons: [
        video(
          'The tea towel',
          11,
          'Take a tea towel, roll it, and give one end to the person opposite. Now both of you lean back until it is tight. Do not pull; lean. You are in frame.\n\nThat is the whole secret of partner dancing, and it can be taught to thirty fifteen-year-olds in four minutes without anybody having to touch anybody. The towel tells each of them where the other one is. If one steps forward, the other feels it and has to answer. If one goes soft, nothing arrives. They will find this out by themselves and start to play with it, and then you have a lesson.\n\nLet them walk like that: forwards, backwards, round. Let the other one lead. Change partners every minute and say nothing about who is with whom. By the fifth change they have stopped looking at the door.\n\nThen take the towel away and let them hold the air. It works, which surprises them. Only after that do I offer forearms, and later hands, and each time I say the same sentence: “You may always go back to the towel.” In nine years hardly anybody has, and I have never left it out.',
        ),
        video(
          'Roles without gender',
          12,
          'What to call them, how to change them, and what to answer. Change every ninety seconds, and the question disappears.',
        ),
        reading(
          'A page for families',
          8,
          'What they will learn, how touch works in class, and whom to call. In English and in Spanish.',
        ),
        practice(
          'Ten changes in ten minutes',
          12,
          'Plan ten partner changes that nobody has to choose. Try them with cutlery on a table first.',
        ),
      ],
      quiz: { title: 'What do you say?', questions: 6 },
    },
    {
      title: 'Waltz',
      summary: 'Rise, fall and a corner.',
      lessons: [
        video(
          'Sway before you step',
          12,
          'Two minutes of swaying teach more waltz than two lessons of box step. Use any song in three that they know.',
        ),
        video(
          'The box, and out of it',
          15,
          'A box, a turning box, and the moment in which it travels. Shown in trainers, in a gym.',
        ),
        practice('Corners', 13, 'Draw your hall and mark where couples will crash. Teach the corner first.'),
        reading(
          'Songs in three that are not old',
          7,
          'Thirty of them, sorted by speed. Some of them will surprise your class.',
        ),
      ],
      quiz: { title: 'One, two, three', questions: 6 },
    },
    {
      title: 'Cha-cha-chá and salsa',
      summary: 'Where the pause is.',
      lessons: [
        video(
          'Four-and-one',
          13,
          'Say it before you step it. Why people are early, and what to do with their knees.',
        ),
        video(
          'Salsa in a circle',
          14,
          'Rueda: one caller, everybody changes, nobody is left over. The best twenty minutes of the course.',
        ),
        practice(
          'Call a rueda',
          15,
          'Learn five calls and lead them from outside and from inside. Film yourself calling; the voice matters more than the feet.',
        ),
      ],
      quiz: { title: 'Find the pause', questions: 6 },
    },
    {
      title: 'The evening',
      summary: 'A ball with a job for everyone.',
      lessons: [
        video(
          'First dance, last dance',
          12,
          'How an evening is built, and why the teachers dance second. With the running order of our last one.',
        ),
        reading(
          'Asking, answering, sitting out',
          8,
          'Manners that protect people. Put them on the wall, and go through them twice.',
        ),
        assignment(
          'Plan your evening',
          20,
          'Send a running order, a music list and a job for each pupil. You get it back with questions.',
        ),
      ],
      quiz: { title: 'The evening', questions: 4 },
    },
  ],
};
