// What teachers type, over the demo school: the filters it names, and a resource that belongs among the first three.
import { describe, expect, it } from 'vitest';
import type { output } from 'zod';
import * as contract from '#shared/features/catalogue/catalogue.contract.ts';
import { asFilters, inWords } from '../../../tests/server/catalogue-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

/** The search, the filters and “words” it is read as, the part of it that is searched where that isn't all, a result. */
const SEARCHES: readonly [typed: string, understood: string, corrected: string | null, first: string][] = [
  [
    'ballet 6-8 year olds',
    'Ballet, Children (5-8)',
    null,
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  [
    'ballet age 7',
    'Ballet, Children (5-8)',
    null,
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  ['hip hop for teens', 'Hip Hop, Teen (13-17)', null, 'Party dances, 1980 to now: twelve steps in order'],
  ['beginner tap 45 minutes', 'Tap, Beginner, 45', null, 'Tap for trainers: eight lessons without tap shoes'],
  ['nutcracker', '', null, 'Story ballets in fifteen minutes, for very small dancers'],
  [
    'Ballet 6–8',
    'Ballet, Children (5-8)',
    null,
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  [
    '7 year old ballet',
    'Ballet, Children (5-8)',
    null,
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  [
    'ballet for 7yo',
    'Ballet, Children (5-8)',
    null,
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  ['tap ages five to eight', 'Tap, Children (5-8)', null, 'Swing at walking pace: practice loops for tap'],
  [
    'three-year-olds creative dance',
    'Toddler (2-4), “creative”',
    null,
    'Weather report: creative dance for three-year-olds',
  ],
  [
    'under 5s story',
    'Toddler (2-4), “story”',
    null,
    'Story ballets in fifteen minutes, for very small dancers',
  ],
  ['toddlers', 'Toddler (2-4)', null, 'Highlife Friday: a social dance for the whole school'],
  [
    'adult ballet absolute beginners',
    'Ballet, Adult (18+), Beginner',
    null,
    'Adult ballet, absolute beginners: a term on one page each week',
  ],
  [
    'balet for beginers',
    'Ballet, Beginner',
    null,
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  ['contemparary for adults', 'Contemporary, Adult (18+)', null, 'Falling safely: a floor-work progression'],
  ['hiphop history', 'Hip Hop, “history”', null, 'Party dances, 1980 to now: twelve steps in order'],
  [
    'hip-hop teens video',
    'Hip Hop, Teen (13-17), video',
    null,
    'Party dances, 1980 to now: twelve steps in order',
  ],
  [
    'teen hip hop videos',
    'Hip Hop, Teen (13-17), video',
    null,
    'Party dances, 1980 to now: twelve steps in order',
  ],
  ['street dance for small halls', '', null, 'Street dance for small halls: twelve openings'],
  ['over 55s modern', 'Modern, Senior (55+)', null, 'A dance for every hip: adaptations by joint'],
  [
    'chair ballet for the over-seventies',
    'Ballet, Senior (55+), “chair”',
    null,
    'Chair ballet for the over-seventies',
  ],
  ['seniors seated ballet', 'Ballet, Senior (55+), “seated”', null, 'Chair ballet for the over-seventies'],
  [
    '14 year olds advanced contemporary',
    'Contemporary, Teen (13-17), Advanced',
    null,
    'From barre to floor: contemporary bridges for ballet classes',
  ],
  [
    'modern 13 and up advanced',
    'Modern, Teen (13-17), Adult (18+), Advanced',
    null,
    'Three-four for modern class',
  ],
  ['jazz warm up', 'Jazz, “warm up”', null, 'Isolations ladder: heads, ribs, hips'],
  ['10 minute jazz warm-up', 'Jazz, 10, “warm up”', null, 'Warm, ready, gone: ten-minute jazz openings'],
  ['ten minute warm up', '10, “warm up”', null, 'Warm-ups that teach: 30 openings for ballet'],
  [
    '15 minutes toddlers ballet',
    'Ballet, Toddler (2-4), 15',
    null,
    'Story ballets in fifteen minutes, for very small dancers',
  ],
  ['free posters', 'image, free', null, 'Circle, line, longways: folk dance shapes'],
  ['free ballet', 'Ballet, free', null, 'Welcome form and health questions for adult classes'],
  ['music for slow barre', 'audio, “slow barre”', null, 'Music for slow barre'],
  ['ballet music', 'Ballet, audio', null, 'Music for slow barre'],
  ['slow piano music', 'audio, “slow piano”', null, 'Blues for the slow half of class'],
  ['3/4 waltz music', 'audio, 3/4', '3/4 music', 'Music for slow barre'],
  ['waltz', '', null, 'Waltz in a week: five short lessons'],
  ['waltz beginners', 'Beginner, “waltz”', null, 'Waltz in a week: five short lessons'],
  [
    'tango music for adults',
    'Adult (18+), audio, “tango”',
    null,
    'Foxtrot, tango, waltz: practice music for a small hall',
  ],
  ['first recital', '', null, 'A first recital in six weeks'],
  [
    'recital planning for children',
    'Children (5-8), “recital planning”',
    null,
    'A first recital in six weeks',
  ],
  ['salsa poster', 'image, “salsa”', null, 'Salsa, merengue, cumbia: which step is which'],
  ['samba', '', null, 'Samba no pé: from walking to flying'],
  ['lindy hop school gym', '', null, 'Lindy basics for a school gym'],
  ['swing dance teens', 'Swing, Teen (13-17)', null, 'Lindy basics for a school gym'],
  ['breaking for beginners', 'Breakdance, Beginner', null, 'Top rock in one lesson'],
  [
    'breakdance professional',
    'Breakdance, Professional',
    null,
    'Threading, swipes and the long way round: footwork for those who stayed',
  ],
  ['spreadsheet for grades', 'spreadsheet, “grades”', null, 'Graded class syllabus tracker'],
  [
    'assessment ballet spreadsheet',
    'Ballet, spreadsheet',
    'ballet spreadsheet',
    'Graded class syllabus tracker',
  ],
  [
    'folk dance primary school',
    'Folk, Children (5-8), Pre-Teen (9-12)',
    null,
    'Highlife Friday: a social dance for the whole school',
  ],
  ['world dance unit children', 'Children (5-8), “world unit”', null, 'Greeting dances from six countries'],
  ['stick dances', '', null, 'Kolattam: stick dances for big groups'],
  ['mixed levels jazz', 'Jazz, Mixed Levels', null, 'Blues for the slow half of class'],
  ['intermediate modern', 'Modern, Intermediate', null, 'Graham floor sequence, made gentle'],
  ['tap notation', 'Tap, “notation”', null, 'Writing tap down: a notation your class can learn in an hour'],
  ['shuffle', '', null, 'Swing at walking pace: practice loops for tap'],
  ['pre-pointe', '', null, 'Pre-pointe readiness: a 10-week plan'],
  ['port de bras', '', null, 'Port de bras for shy arms'],
  [
    'games for ballet children',
    'Ballet, Children (5-8)',
    'ballet children',
    'The first eight ballet lessons, for people who do not dance themselves',
  ],
  [
    'improvisation teens advanced',
    'Teen (13-17), Advanced, “improvisation”',
    null,
    'Scores for one, two and many',
  ],
  ['cool down', '', null, 'Jive, quick and kind'],
  [
    'latin beginners teenagers',
    'Latin, Teen (13-17), Beginner',
    null,
    'Forró for strangers: a first partner dance',
  ],
  ['carnival', '', null, 'Carnival in four weeks: percussion, procession, costume'],
  ['ballroom partner mixers', 'Ballroom, “partner mixers”', null, 'Partner up without panic: 20 mixers'],
  [
    'creative dance for 4 year olds',
    'Toddler (2-4), “creative”',
    null,
    'Weather report: creative dance for three-year-olds',
  ],
  ['somatic breath seniors', 'Senior (55+), “somatic breath”', null, 'Breath before movement'],
  ['gumboot', '', null, 'Gumboot rhythms, with respect'],
];

const { app } = await testApp();
type Page = output<typeof contract.listResources.response>;
type Suggestions = output<typeof contract.suggestSearches.response>;

const list = async (search: string) =>
  (await app.inject({ url: `${contract.listResources.path}?${search}` })).json<Page>();
const idsOf = ({ items }: Page) => items.map(({ id }) => id);

it('is a table of at least sixty searches', () => {
  expect(new Set(SEARCHES.map(([typed]) => typed)).size).toBeGreaterThanOrEqual(60);
});

describe.each(SEARCHES)('%s', (typed, understood, corrected, first) => {
  const search = new URLSearchParams({ q: typed }).toString();

  it('finds what its filters find', async () => {
    const page = await list(search);
    expect(inWords(page.understood)).toBe(understood);
    expect(page.correctedQuery).toBe(corrected);
    expect(page.items.slice(0, 3).map(({ title }) => title)).toContain(first);
    if (page.understood) expect(idsOf(page)).toEqual(idsOf(await list(asFilters(page.understood))));
    const facets = await app.inject({ url: `${contract.getResourceFacets.path}?${search}` });
    expect(facets.json()).toMatchObject({ total: page.total });
  });

  it('suggests resources first, and nothing that leads to an empty page', async () => {
    const answer = await app.inject({ url: contract.suggestSearches.path, query: { q: typed } });
    const suggestions = answer.json<Suggestions>();
    expect(suggestions[0]?.kind).toBe('resource');
    for (const { kind, to } of suggestions) {
      if (kind === 'words' || kind === 'style') {
        expect((await list(new URL(to, 'http://site').searchParams.toString())).total, to).toBeGreaterThan(0);
      }
    }
  });
});
