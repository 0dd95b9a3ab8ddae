// What teachers say of courses.
import type { SaidByStars } from './said.ts';

export const COURSE_WORDS: SaidByStars = {
  5: [
    'I have taught for nine years and rewrote my September plan after module two. I wish I had done this first.',
    [
      'The free lesson made me buy it and the third module made me glad. My class noticed before I did.',
      'That is the best kind of evidence. Thank you for telling me.',
    ],
    'Clear, warm and short enough to finish. I did it on the train in four weeks.',
    'I expected theory. I got a task for every Tuesday, and they worked.',
    'The feedback on my film was two pages long and every sentence was useful.',
    'Finally a course that shows a lesson going wrong and how to get it back.',
    'As a class teacher with no dance training I never felt stupid. That is rare.',
    [
      'My head teacher sat in on the last lesson and asked where I had learned it.',
      'Tell them it was you. I only asked the questions.',
    ],
    'The readings are the best part. I have printed three of them for our staff room.',
    'It changed how I speak to my pupils more than how I dance.',
    'Good pace. I repeated the practice tasks twice and found something new both times.',
    'I bought it for one module and stayed for all of them.',
    'The quizzes are fair and made me go back and look again.',
    'Worth it for the lesson about corrections alone. I now say one thing and wait.',
    'I did it together with a colleague and we argued about it every Friday. Recommended.',
    'My group of teenagers stopped giggling in week two, exactly as promised.',
    [
      'Very human. I could hear that she has stood in that cold hall herself.',
      'Many times, and in two coats.',
    ],
    'I was told at school that I had no rhythm. I do. I cried a little.',
    'Practical from the first minute. The plan on one page went straight into my pocket.',
    'I have paid three times as much for weekends that gave me less.',
    'The history is told with care, and my pupils ask for more of it.',
    'I liked that nobody pretends it is easy.',
  ],
  4: [
    'Very good. I would have liked a little more on working with mixed ages.',
    [
      'Strong content. Some of the videos are quiet on a telephone; with headphones they are fine.',
      'Thank you, we have raised the sound on the first four.',
    ],
    'Really useful. The last assignment takes longer than it says, so plan a free weekend.',
    'Great teaching, a bit fast in the middle. I watched module three twice.',
    'I would have liked subtitles in Portuguese. Otherwise excellent.',
    'Good course for beginners. If you have taught for years you can skip the first module.',
    'Lots of ideas I could use at once. The quizzes were too easy for me.',
    'Helpful and honest. I missed an example with a very large group.',
    'Four stars only because I wanted it to go on.',
  ],
  3: [
    [
      'The ideas are good, but most examples are in a proper studio and I teach in a dining hall.',
      'A fair point. The reading in module two has a version for small rooms, and I will make it easier to find.',
    ],
    'Decent. I had hoped for more film and less reading.',
    'Useful in parts. For my age group about half of it applies.',
  ],
};
