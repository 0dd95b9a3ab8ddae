// What is not on sale, or not yet, so that every state can be seen.
import type { SeedShelf } from './catalogue-types.ts';
import { cards, checklist, clip, plans, track, words } from './inside.ts';

export const UNPUBLISHED_SHELVES: readonly SeedShelf[] = [
  {
    seller: 'seller',
    resources: [
      {
        title: 'Character dance for ballet classes (unfinished)',
        type: 'document',
        style: 'Ballet',
        ages: ['Pre-Teen (9-12)'],
        level: 'Intermediate',
        category: 'units',
        price: 22,
        tags: ['character', 'mazurka', 'czardas'],
        published: 8,
        state: 'draft',
        about: [
          'Mazurka, czardas, tarantella: eight lessons that give a ballet class its heels back. Character work teaches what adage cannot, which is to arrive on time and to look somebody in the eye.',
          'Lessons one to five are ready. The tarantella still needs music at a speed at which nobody gets hurt, and I have to ask Katarzyna whether my mazurka would be recognised in Warsaw.',
        ],
        inside: [plans('Five lessons so far', 5)],
      },
      {
        title: 'Listening at the barre: 10 musical games',
        type: 'document',
        style: 'Ballet',
        ages: ['Children (5-8)', 'Pre-Teen (9-12)'],
        level: 'Beginner',
        category: 'rhythm',
        price: 9,
        tags: ['musicality', 'games', 'barre'],
        published: 3,
        state: 'in_review',
        about: [
          'Ten games for the barre that train ears instead of legs. Close your eyes and lift a hand when the melody comes back; start your tendu one bar late; find out who is breathing with the music.',
          'Each takes three minutes and fits between two exercises. They began as a way of resting tired ankles and have become the part of class that my youngest group asks for.',
        ],
        inside: [cards('Ten games', 10)],
      },
    ],
  },
  {
    seller: 'multi',
    resources: [
      {
        title: 'House footwork, first look',
        type: 'video',
        style: 'Hip Hop',
        ages: ['Teen (13-17)', 'Adult (18+)'],
        level: 'Intermediate',
        category: 'technique',
        price: 18,
        tags: ['house', 'footwork', 'jacking'],
        published: 5,
        state: 'draft',
        about: [
          'Jacking, the loose leg and the train, filmed on a good floor for once. House is where breakers go when their wrists have had enough, and where everyone else finds out what their ankles can do.',
          'Two clips are cut. The third waits for a dancer from Chicago who has promised to check what I say about it, and I would rather be late than wrong.',
        ],
        inside: [clip('Jacking'), clip('Loose leg')],
      },
    ],
  },
  {
    seller: 'mateus.dc',
    resources: [
      {
        title: 'Maculelê sticks for schools',
        type: 'document',
        style: 'Other',
        ages: ['Pre-Teen (9-12)', 'Teen (13-17)'],
        level: 'Intermediate',
        category: 'units',
        price: 21,
        tags: ['maculelê', 'sticks', 'Bahia'],
        published: 2,
        state: 'in_review',
        about: [
          'A stick dance from Santo Amaro in five lessons, with songs, the four-beat strike, and a circle that the whole class can enter two by two. Old broom handles are fine if they are cut and sanded.',
          'The plans begin with rolled newspaper and stay there until everyone can stop on the fourth beat without being told. The history page was written with a teacher in Bahia.',
        ],
        inside: [plans('Five lessons', 5), track('Four-beat strike', 116)],
      },
    ],
  },
  {
    seller: 'tobias.r',
    resources: [
      {
        title: 'Tap outdoors: pavements, bandstands, one bridge',
        type: 'text',
        style: 'Tap',
        ages: ['Teen (13-17)', 'Adult (18+)'],
        level: 'Intermediate',
        category: 'performance',
        price: 7,
        tags: ['outdoors', 'site', 'performance'],
        published: 12,
        state: 'changes_requested',
        stateReason:
          'We like it. Please add a page on shoes and surfaces: concrete without a board is hard on shins, and a teacher needs to know for how long it is safe. Then send it again.',
        about: [
          'What happens when a tap class leaves the building: eight places in a town, what each sounds like, whom to ask first, and a short dance for each that a passer-by can join.',
          'It grew out of a summer in which our studio flooded. We danced on a bandstand, in a car park, on the steps of the library, and once on a bridge until a policeman asked us, kindly, to move on.',
        ],
        inside: [words('Eight places')],
      },
    ],
  },
  {
    seller: 'camille.b',
    resources: [
      {
        title: 'Fifty jazz combinations from famous films',
        type: 'document',
        style: 'Jazz',
        ages: ['Teen (13-17)', 'Adult (18+)'],
        level: 'Advanced',
        category: 'technique',
        price: 39,
        tags: ['film', 'combinations', 'repertoire'],
        published: 70,
        state: 'rejected',
        stateReason:
          'These are other people’s choreographies, step by step, and we found no permission for them. Please do not send it again without the agreement of those who hold the rights.',
        about: [
          'Combinations taken down from the films that made a generation want to dance, counted and described so that a strong class can learn each in a lesson.',
          'Sorted by how hard they are and by how much room they need. The notes say what each film did for jazz dance and which dancers were in the back row, because some of them became teachers of mine.',
        ],
        inside: [cards('Fifty combinations', 50)],
      },
    ],
  },
  {
    seller: 'pilar.q',
    resources: [
      {
        title: 'School ball 2025: playlist and plan',
        type: 'other',
        style: 'Ballroom',
        ages: ['Teen (13-17)'],
        level: 'Beginner',
        category: 'performance',
        price: 10,
        tags: ['ball', 'playlist', '2025'],
        published: 280,
        state: 'archived',
        about: [
          'The plan and the music list for a school ball, as we held it last year: doors, first waltz, the hour in which everyone dances with a teacher, the slow one at the end.',
          'I have taken it off the shelf because half of the songs are no longer what anyone wants to hear. If you bought it you still have it, and the part about the coats is as true as ever.',
        ],
        inside: [plans('Three lessons before the ball', 3), checklist('Doors, coats, water, taxis')],
      },
    ],
  },
];
