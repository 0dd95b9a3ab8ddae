// A lesson to listen to: eight counts with music, then without, and back in on the next "one".
import type { Clip } from '../clip.ts';

/** What is heard in each half of a phrase: everything, the beat alone, or nothing. */
export type Heard = 'all' | 'beat' | 'nothing';
export type Lesson = Pick<
  Clip,
  'slug' | 'title' | 'bpm' | 'phrase' | 'countIn' | 'counts' | 'tune' | 'sections' | 'cues'
> & { halves: Heard[] };

const FULL: Heard[] = ['all', 'all'];
const HALF: Heard[] = ['all', 'nothing'];
const SILENT: Heard[] = ['nothing', 'nothing'];

export const counting: Lesson = {
  slug: 'keep-the-count',
  title: 'Keep the count: eights with and without music',
  bpm: 100,
  phrase: 8,
  countIn: 8,
  counts: 88,
  halves: [
    FULL,
    FULL,
    ['beat', 'beat'],
    FULL,
    HALF,
    HALF,
    FULL,
    SILENT,
    FULL,
    SILENT,
    FULL,
  ].flat() as Heard[],
  tune: {
    feel: 'march',
    chords: 'C G7 Am F C Dm G7 C',
    melody: `C5:1 E5:1 G5:1 E5:1 D5:1 F5:1 B4:2 C5:1 E5:1 A5:1 E5:1 F5:1 E5:1 C5:2
      G5:1 E5:1 C5:1 E5:1 F5:1 A5:1 D5:2 B4:1 D5:1 G5:1 F5:1 E5:1 D5:1 C5:2`,
  },
  sections: [
    { label: 'Count-in', from: -8, to: 0 },
    { label: 'Count with the music', from: 0, to: 16 },
    { label: 'Only the beat', from: 16, to: 24 },
    { label: 'Silence from five', from: 24, to: 48 },
    { label: 'A whole eight in silence', from: 48, to: 88 },
  ],
  cues: [
    { at: -8, en: 'Eight clicks to find the tempo. Count along in your head.' },
    { at: 0, en: 'Count aloud with the music, from one to eight.' },
    { at: 8, en: 'Again. Clap on one.' },
    { at: 16, en: 'The melody rests. Keep counting with the beat.' },
    { at: 24, en: 'Music again. Next, it stops on five.' },
    { at: 36, en: 'Five, six, seven, eight: count in silence.' },
    { at: 40, en: 'One, two, three, four: with the music.' },
    { at: 44, en: 'Five, six, seven, eight: in silence.' },
    { at: 48, en: 'With the music. Then eight counts alone.' },
    { at: 56, en: 'Silence: count all eight. Clap on the next one.' },
    { at: 64, en: 'Were you together? With the music.' },
    { at: 72, en: 'Silence once more.' },
    { at: 80, en: 'With the music to the end.' },
  ],
};
