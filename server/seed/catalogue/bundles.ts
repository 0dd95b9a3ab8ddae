// The demo school's bundles: two of its sellers', two of the house's own.
export type SeedBundle = {
  title: string;
  about: string;
  /** Undefined: put together by staff. */
  seller?: string;
  /** Dollars. */
  price: number;
  /** Days ago. */
  published: number;
  /** Resources by title, courses by short name. */
  resources: readonly string[];
  courses?: readonly string[];
};

export const BUNDLES: readonly SeedBundle[] = [
  {
    title: 'A first year at the barre',
    seller: 'seller',
    about:
      'Everything I wish someone had put into my bag before my first children’s class: eight lessons to read out, thirty ways to begin, and music slow enough to count over.\n\nStart with the lessons. Add one warm-up a week from the second half-term on, and keep the music for the days the pianist is ill.',
    price: 54,
    published: 20,
    resources: [
      'The first eight ballet lessons, for people who do not dance themselves',
      'Warm-ups that teach: 30 openings for ballet',
      'Music for slow barre',
    ],
  },
  {
    title: 'Breaking, from first step to battle day',
    seller: 'multi',
    about:
      'My course for PE teachers with the three packs I use to teach it: a term of lessons, drum loops at honest speeds, and a battle day to work towards.\n\nDo the course first. The term plan follows it week by week.',
    price: 139,
    published: 16,
    courses: ['BRK-101'],
    resources: [
      'Cardboard and courage: a term of breaking',
      'Breaks for beginners: drum loops at honest speeds',
      'Battle day in a box',
    ],
  },
  {
    title: 'Rhythm week: four teachers, four traditions',
    about:
      'One tradition a day from Monday to Thursday: Ghanaian drum phrases, tap conversations, spoken rhythm from South India, and times tables on the feet. No instruments needed. On Friday, let the class choose.',
    price: 39,
    published: 12,
    resources: [
      'Drum language: 16 phrases a class can answer',
      'Call and answer: 24 rhythm conversations',
      'Konnakol for dancers: speak it before you step it',
      'Times tables you can stamp',
    ],
  },
  {
    title: 'A class for every body',
    about:
      'For anyone who teaches people of all ages and joints: a short course on safe practice, adaptations by joint, and two sets of lessons for those who would rather sit.\n\nOur officers chose these because they say plainly what to leave out.',
    price: 95,
    published: 8,
    courses: ['SAFE-101'],
    resources: [
      'A dance for every hip: adaptations by joint',
      'Chair ballet for the over-seventies',
      'Tap over sixty: sitting, standing, laughing',
    ],
  },
];
