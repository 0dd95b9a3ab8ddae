// The ten shops of the demo school.
import type { SeedShop } from './catalogue-types.ts';

const ASK_FIRST =
  'Write to me before you buy if you are not sure it fits your class. If you have not downloaded it, you have seven days to change your mind.';

export const SHOPS: readonly SeedShop[] = [
  {
    seller: 'seller',
    name: 'Odile Marchetti',
    slug: 'odile-marchetti',
    style: 'Ballet',
    tagline: 'Ballet for teachers with forty minutes, no pianist and a corridor next door.',
    about: [
      'I taught at the barre in Turin for twenty years before I wrote the first plan down. Everything here has been used with real children on a real Tuesday, and rewritten on the Wednesday.',
      'Each plan has one idea, one exercise at the barre, one in the centre and one thing to look for. If you can read it in the time it takes them to change their shoes, it is finished.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'multi',
    name: 'Ground Up',
    slug: 'ground-up',
    style: 'Breakdance',
    tagline: 'Breaking and hip hop from a youth programme in Leeds.',
    about: [
      'I have been breaking since 1998 and teaching since 2006. These are the lessons that survived a youth centre with a wet roof, thirty teenagers and one good speaker.',
      'Culture comes first here: who made it, who passed it on, and how to say their names. Then we get down on the floor.',
    ],
    policies: `${ASK_FIRST} Schools that buy for a whole department can ask me for a visit at half the usual fee.`,
  },
  {
    seller: 'kofi.mensah',
    name: 'Adowa House',
    slug: 'adowa-house',
    style: 'Folk',
    tagline: 'Dance and drumming from Ghana and its neighbours, written for classrooms.',
    about: [
      'My grandmother taught me Adowa with two spoons and a table. I write for the teacher who has a table.',
      'Every recording is of players who were asked, named and paid. The notes say who may dance what, and when, so that you can teach with a quiet conscience.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'priya.raghu',
    name: 'Story First Dance',
    slug: 'story-first-dance',
    style: 'Contemporary',
    tagline: 'Units that begin with a story and end with everybody in it.',
    about: [
      'I trained in Bharatanatyam in Chennai and in contemporary dance in London, and teach in primary schools between the two.',
      'A story gives a shy child somewhere to stand. Each unit comes with the story, the gestures, the music to look for and a way to see what was learned that is not a test.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'mateus.dc',
    name: 'Roda Aberta',
    slug: 'roda-aberta',
    style: 'Latin',
    tagline: 'Capoeira, samba and street dance for a hall and half an hour.',
    about: [
      'I grew up in Salvador, where the lesson begins when someone starts to clap. My material tries to keep that: you can always start, and nobody waits on a bench.',
      'Guides come in English and Portuguese. Songs are written out as they sound, so that a class can sing on the first day.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'hanne.dahl',
    name: 'Hanne Dahl',
    slug: 'hanne-dahl',
    style: 'Contemporary',
    tagline: 'Contemporary scores and quiet music, recorded in Bergen.',
    about: [
      'I play for my own classes, badly enough to leave room for the dancers. The recordings are counted in, free of surprises and safe to loop.',
      'The scores are instructions for improvising: few words, clear ends. Most fit on one page, and none needs a mirror.',
    ],
    policies: `${ASK_FIRST} You may play the music in class and at shows with up to 300 guests.`,
  },
  {
    seller: 'camille.b',
    name: 'Camille Baptiste',
    slug: 'camille-baptiste',
    style: 'Jazz',
    tagline: 'Jazz with its roots on, and recitals without tears.',
    about: [
      'I teach jazz the way I was taught it in New Orleans: listen, walk, then dance. The technique is in here, and so is where it comes from.',
      'The recital lists are the other half of my shop. I forgot a smoke machine once. It is on the list now.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'ruth.amsel',
    name: 'Ruth Amsel',
    slug: 'ruth-amsel',
    style: 'Modern',
    tagline: 'Modern dance made gentle, for first-timers and for hips with a history.',
    about: [
      'I studied with people who had studied with Graham and Humphrey, and then I broke a hip and had to learn everything again from the floor.',
      'What I sell is what I found out: how to keep the weight, the breath and the fall, and leave out the pain. Large print throughout.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'pilar.q',
    name: 'School Gym Social Club',
    slug: 'school-gym-social-club',
    style: 'Swing',
    tagline: 'Partner dancing for people who would rather not hold hands, at first.',
    about: [
      'Eighteen years of Friday afternoons in school gyms have taught me this: change partners every ninety seconds, and let everybody learn both roles.',
      'Lindy hop, Charleston, waltz and foxtrot, in small steps, with the jokes left in.',
    ],
    policies: ASK_FIRST,
  },
  {
    seller: 'tobias.r',
    name: 'Renner Rhythm',
    slug: 'renner-rhythm',
    style: 'Tap',
    tagline: 'Tap you can hear, count and draw on a board.',
    about: [
      'I taught mathematics for nine years, and tap dance is what happened to it. Everything here is counted, written and tried on a floor that was not made for tap.',
      'You do not need tap shoes for most of it. You do need neighbours who forgive.',
    ],
    policies: ASK_FIRST,
  },
];
