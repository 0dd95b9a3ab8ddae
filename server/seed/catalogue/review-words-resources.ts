// What teachers say of resources, by what kind of thing it is.
import type { ResourceType } from '#shared/vocabulary.ts';
import type { SaidByStars } from './said.ts';

const DOCUMENT: SaidByStars = {
  5: [
    'Printed on Sunday, taught on Monday. The children asked when we would do it again.',
    [
      'Worth it for the notes in the margin alone.',
      'The margins took longer than the plans. Thank you for noticing.',
    ],
    'I slowed my whole term down because of this. Best decision of the year.',
    'Clear enough for our supply teacher, who had never taught dance. She is still smiling.',
    'Thirty pupils, one hall, no chaos. I did not think it was possible.',
    [
      'It answered the question parents always ask, so that I did not have to.',
      'That is exactly why I wrote it.',
    ],
    'The timings are right, which they never are. I finished on the bell.',
    'I have used four of them so far and changed nothing.',
    'Lovely language. I read bits of it aloud to the class and they went quiet.',
    'My quietest pupil led the last exercise. I had to look out of the window for a moment.',
    'It says what to watch for, and there it was, in the third minute.',
    'Simple, in the best sense. One idea a lesson, and they remember it.',
    'I teach in a corridor on Thursdays. This works in a corridor.',
    [
      'Used with adults although it is meant for teens. They loved it.',
      'I am so glad. Which lesson went best?',
    ],
    'Good value. I would have paid twice as much.',
    'Finally something for people who are not twenty and not bendy.',
    'The respect for where the dance comes from is what sold me. It is on every page.',
    'My student teacher taught lesson two on her own and it went better than mine.',
    'We did the short version because of exams and it still held together.',
    'The cards survive being carried in a coat pocket for a term. I tested it.',
    'It made me laugh and then it made my class better.',
    'I have bought a lot of lesson plans. These are the only ones with crossings-out in my handwriting and not in red.',
    'Every exercise has a reason. My inspector liked that, and so did I.',
    'Week four alone is worth the price.',
  ],
  4: [
    'Very good. I would like two more lessons at the end.',
    [
      'Great ideas, small print. I enlarged it.',
      'There is a large-print version in it now. Please download it again.',
    ],
    'Worked well with my older group, a bit wordy for the little ones.',
    'Solid and well ordered. I swapped the warm-ups for my own.',
    'I needed longer than it says for lesson three. Otherwise spot on.',
    'Good, honest plans. More pictures would help me.',
    'The second half is stronger than the first, so do not stop early.',
    'Nearly perfect. A list of music for each lesson would make it so.',
    ['Lovely, but my printer hated the grey boxes.', 'They are white now. Sorry about your printer.'],
    'Useful in a mixed class. I had to make a step easier here and there.',
    'I use it as a quarry and not as a script, and it is good for that.',
    'Four of the exercises are now part of my week.',
  ],
  3: [
    'Fine for beginners. My group had done most of it already.',
    [
      'Good content but I expected more pages for the price.',
      'I understand. I have added the cards from the second set at no cost.',
    ],
    'The ideas are there, but I had to rewrite the timings for thirty-minute lessons.',
    'Nice to read. In a noisy gym I needed something shorter.',
  ],
  2: ['Not for me. I was looking for set combinations and this is mostly tasks.'],
};

const AUDIO: SaidByStars = {
  5: [
    'At last, something slow enough. My class breathes now.',
    'The loops really are seamless. I let one run for eleven minutes and nobody noticed.',
    [
      'The tram on the second track made my teenagers laugh, and then they listened.',
      'I nearly cut it out. Now it stays for good.',
    ],
    'Counted in, every time, at the speed it says. You would not believe how rare that is.',
    'I use the first track for everything. The others are good too, I am told.',
    'Sounds right in a tiled gym, which is where I live.',
    'My pianist listened to it, sighed and said: fair enough.',
    'It leaves room for the feet. We could hear ourselves for the first time.',
    'The gap for the class to answer is just long enough to be brave in.',
  ],
  4: [
    'Very good. I would like two more tracks in three-four time.',
    'Warm sound. The fast one is a bit too fast for my Mondays.',
    ['Good loops. A version without the count would be handy.', 'It is on its way with the next update.'],
    'Does what it says. I wish there were a fourth speed in between.',
  ],
  3: ['Nice playing but too quiet for our old speaker.', 'I had hoped for more variety between the tracks.'],
};

const VIDEO: SaidByStars = {
  5: [
    'Filmed from behind, so that I can follow. Thank you, thank you.',
    'You see it go wrong and how it is fixed. That is what I needed.',
    'I put it on the big screen and danced along at the back with my class.',
    ['The glasses flying off made my Year 6s love her for life.', 'They are still bent. Worth it.'],
    'Slow, clear and both sides. My knees thank you as well.',
    'Three clips, each as long as a child can watch. Perfect.',
    'I had the step wrong for fifteen years. Now I know why.',
    'Works for a whole hall: I played it in assembly, and four hundred people moved.',
  ],
  4: [
    'Excellent teaching. The picture is a little dark in the second clip.',
    'Good breakdown. I would have liked it once more at full speed.',
    ['Clear and friendly. Please say the counts a little louder.', 'Done in the new version. Thank you.'],
    'Useful, though my group needed a week for each clip.',
  ],
  3: ['A good start, but I would have liked it longer.', 'Fine, although I knew most of it already.'],
};

const IMAGE: SaidByStars = {
  5: [
    'On the studio wall since March. Children stop and try them on the way to the loo.',
    'Readable from the back of the hall, even for me without glasses.',
    [
      'I laminated them. My caretaker asked for one for his kitchen.',
      'I am honoured. Which one did he choose?',
    ],
    'Black and white on a school copier and still beautiful.',
    'They use the posters to correct each other, so I do not have to.',
  ],
  4: [
    'Lovely drawings. I would buy more of them.',
    'Good on A3, a bit fine on A4.',
    'Pretty and useful. One arrow confused my lefties.',
  ],
  3: ['Nice, but I expected more sheets.'],
};

const TEXT: SaidByStars = {
  5: [
    'I read it twice on the bus and missed my stop.',
    [
      'We discussed it at our staff meeting, and the meeting ran over. Nobody minded.',
      'That is the nicest review I have had.',
    ],
    'Short and true. I have copied the last paragraph into my diary.',
    'I read it to my Year 4s and they danced the dragon for a month.',
    'The wording saved me an evening and probably a quarrel.',
  ],
  4: [
    'Well written. I would love it as audio too.',
    'Very good, if you like reading. I do.',
    'Useful. I had to cut a little for my pupils.',
  ],
  3: ['Thoughtful, but I wanted more that I could use tomorrow.'],
};

const SPREADSHEET: SaidByStars = {
  5: [
    'It told me that I had been teaching the right foot only. It was correct.',
    'Works in the free office program our school uses. No macros, no nonsense.',
    [
      'I fill it in on the tram, as suggested. My reports took one evening instead of four.',
      'The tram is the secret ingredient.',
    ],
    'My pupils marked me first. I got a three for nerve.',
    'The one sheet I have not had to repair.',
  ],
  4: [
    'Very handy. I added a column for my own notes.',
    'Good, though I would hide a few columns for beginners.',
    'Does the sums. Could be prettier.',
  ],
  3: ['It does the job. I had to translate the headings for my colleagues.'],
};

const OTHER: SaidByStars = {
  5: [
    'Everything was in there, even the thing I would have forgotten, which was the safety pins.',
    ['We did it with eight hundred pupils and one megaphone. It worked.', 'I would love to have seen that.'],
    'A whole afternoon off my shoulders. The running order alone is gold.',
    'The plan, the music and the list fit together. I only had to turn up.',
    'It rained, and there was a page for that.',
  ],
  4: [
    'Very complete. I needed an hour to find my way around it.',
    'Great kit. The budget is in dollars, so I did some sums.',
    'Good. I used about two thirds of it and that was plenty.',
  ],
  3: ['Too much for our small school, but the parts we used were good.'],
};

export const RESOURCE_WORDS: Readonly<Record<ResourceType, SaidByStars>> = {
  document: DOCUMENT,
  audio: AUDIO,
  video: VIDEO,
  image: IMAGE,
  text: TEXT,
  spreadsheet: SPREADSHEET,
  other: OTHER,
};
