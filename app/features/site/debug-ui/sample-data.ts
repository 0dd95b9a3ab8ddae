// Made-up sample data for the component page.
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import type { BadgeTone } from '#app/components/ui/badge.tsx';
import type { LinePoint } from '#app/components/ui/line-chart-props.ts';

const poster = (style: string) => coverUrl(`site-style-${style}`, 'poster', 640);

export const covers = { folk: poster('folk'), hipHop: poster('hip-hop'), modern: poster('modern') };

export type SampleRow = {
  id: string;
  title: string;
  seller: string;
  style: string;
  state: string;
  tone: BadgeTone;
  price: string;
  sold: string;
};

export const rows: SampleRow[] = [
  {
    id: 'a',
    title: 'Greeting dances from six countries',
    seller: 'Zofia Lindqvist',
    style: 'Folk',
    state: 'In review',
    tone: 'warn',
    price: '$19.00',
    sold: '–',
  },
  {
    id: 'b',
    title: 'Groove foundations for mixed levels 🕺',
    seller: 'Tobias Renner',
    style: 'Hip Hop',
    state: 'Published',
    tone: 'ok',
    price: '$18.00',
    sold: '341',
  },
  {
    id: 'c',
    title: 'Graham floor sequence, made gentle, with a title so long that it has to wrap more than once',
    seller: 'Ruth Amsel',
    style: 'Modern',
    state: 'Changes asked',
    tone: 'bad',
    price: '$1,021.00',
    sold: '118',
  },
];

const thisYear = [210, 264, 188, 302, 340, 276, 391, 355, 420, 388, 512, 468];
const lastYear = [180, 220, 240, 210, 260, 300, 280, 310, 330, 300, 340, 360];
const weeks = [
  'Aug 31',
  'Sep 7',
  'Sep 14',
  'Sep 21',
  'Sep 28',
  'Oct 5',
  'Oct 12',
  'Oct 19',
  'Oct 26',
  'Nov 2',
  'Nov 9',
  'Nov 16',
];

export const sales: LinePoint[] = weeks.map((label, at) => ({
  label,
  value: thisYear[at] ?? 0,
  lastYear: lastYear[at],
}));

export const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänstanzlehrerinnenfortbildung';

/** Fails to load without a network request, so that the console stays clean. */
export const brokenImage = 'data:image/webp;base64,AAAA';
