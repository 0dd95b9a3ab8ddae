// The words teachers use for the filters of the catalogue. Plurals that only add an s are understood by themselves.
import type { MeetingPlace } from '#shared/features/instructor/instructor.rules.ts';
import type { AgeGroup, CourseKind, Level, ResourceType } from '#shared/vocabulary.ts';

type Words<Value extends string> = Readonly<Partial<Record<Value, readonly string[]>>>;

/** Besides the style's own name. Only for styles that exist. */
export const STYLE_WORDS: Readonly<Record<string, readonly string[]>> = {
  'Hip Hop': ['hiphop', 'hip hopp'],
  Jazz: ['jaz', 'jazzz'],
  Contemporary: ['contemp'],
  Ballroom: ['ball room'],
  Breakdance: [
    'break dance',
    'break dancing',
    'breakdancing',
    'breaking',
    'breaker',
    'bboy',
    'b boy',
    'bgirl',
  ],
  Folk: ['folk dance', 'folkdance'],
};

export const LEVEL_WORDS: Words<Level> = {
  Beginner: ['beginner', 'absolute beginner', 'complete beginner', 'novice', 'newcomer', 'beginner level'],
  Intermediate: ['intermediate', 'intermediate level'],
  Advanced: ['advanced', 'advanced level'],
  Professional: ['professional', 'pro', 'professional level'],
  'Mixed Levels': [
    'mixed level',
    'mixed ability',
    'mixed abilities',
    'all levels',
    'any level',
    'every level',
    'multi level',
  ],
};

export const TYPE_WORDS: Words<ResourceType> = {
  document: ['document', 'doc', 'pdf'],
  audio: ['audio', 'music', 'song', 'mp3', 'playlist', 'recording'],
  video: ['video', 'vidio', 'vedio', 'mp4'],
  image: ['image', 'picture', 'photo', 'poster'],
  text: ['text'],
  spreadsheet: ['spreadsheet', 'spread sheet', 'excel', 'xlsx'],
};

export const AGE_WORDS: readonly (readonly [readonly AgeGroup[], words: readonly string[]])[] = [
  [['All Ages'], ['all ages', 'any age', 'every age', 'all age groups', 'mixed ages']],
  [['Toddler (2-4)'], ['toddler', 'tot', 'preschool', 'pre school', 'preschooler', 'early years', 'nursery']],
  [
    ['Children (5-8)'],
    ['children', 'child', 'kid', 'kiddies', 'kindergarten', 'kindergartner', 'ks1', 'key stage 1'],
  ],
  [
    ['Children (5-8)', 'Pre-Teen (9-12)'],
    ['primary school', 'elementary school', 'primary age', 'primary', 'ks2', 'key stage 2'],
  ],
  [['Pre-Teen (9-12)'], ['pre teen', 'preteen', 'tween', 'tweenager', 'pre teenager']],
  [
    ['Pre-Teen (9-12)', 'Teen (13-17)'],
    ['middle school', 'ks3', 'key stage 3'],
  ],
  [
    ['Teen (13-17)'],
    [
      'teen',
      'teenager',
      'teenage',
      'adolescent',
      'youth',
      'high school',
      'secondary school',
      'ks4',
      'key stage 4',
    ],
  ],
  [['Adult (18+)'], ['adult', 'grown up', 'grownup']],
  [
    ['Senior (55+)'],
    [
      'senior',
      'elderly',
      'older adult',
      'older people',
      'older dancer',
      'pensioner',
      'retiree',
      'senior citizen',
    ],
  ],
];

/** “Free” as a price. */
export const FREE_WORDS: readonly string[] = ['free', 'for free', 'no cost'];

/** Of courses. “Course” itself is what every one of them is. */
export const KIND_WORDS: Words<CourseKind> = {
  certification: ['certification', 'certification course', 'teaching certification', 'certificate'],
};

export const PLACE_WORDS: Words<MeetingPlace> = {
  online: ['online', 'on line', 'remote', 'remotely', 'by video', 'zoom', 'virtual'],
  in_person: ['in person', 'face to face', 'on site', 'onsite'],
};

/** Small words around filters that say nothing once a filter is recognized. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an and any aged age ages at by class classes course dance dancer dancers dances dancing find for from fun good great group ' +
    'groups idea ideas in kind learn level levels looking material materials me my need of old olds on or resource ' +
    'resources s show some something student students stuff style styles teach teaching that the them to type want with ' +
    'year years young yr yrs'
  ).split(' '),
);

/** The same where people are looked for. */
export const PEOPLE_FILLERS: ReadonlySet<string> = new Set(
  (
    'book coach coaches help instructor instructors lesson lessons mentor private session sessions someone teacher ' +
    'teachers teaches tutor tutors who work works'
  ).split(' '),
);

/** What follows a range that isn't ages: “6-8 weeks”. */
export const NOT_YEARS: ReadonlySet<string> = new Set(
  (
    'week weeks day days month months term terms minute minutes min mins second seconds hour hours count counts bar bars beat ' +
    'beats bpm song songs track tracks lesson lessons class classes step steps part parts page pages people person ' +
    'dancer dancers student students pupil pupils couple couples game games time metre meter'
  ).split(' '),
);

/** Numbers in words, and the tens of “over-seventies”. */
export const NUMBERS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    (
      'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
      'nineteen twenty'
    )
      .split(' ')
      .map((word, at) => [word, at + 2]),
  ),
  ...Object.fromEntries(
    'thirty forty fifty sixty seventy eighty ninety'.split(' ').flatMap((word, at) => [
      [word, (at + 3) * 10],
      [`${word.slice(0, -1)}ies`, (at + 3) * 10],
    ]),
  ),
};

/** Lengths in minutes as words, for texts that write them out. */
export const MINUTES_IN_WORDS: Readonly<Record<number, string>> = {
  5: 'five',
  10: 'ten',
  15: 'fifteen',
  20: 'twenty',
  25: 'twenty five',
  30: 'thirty',
  35: 'thirty five',
  40: 'forty',
  45: 'forty five',
  50: 'fifty',
  55: 'fifty five',
  60: 'sixty',
  75: 'seventy five',
  90: 'ninety',
};
