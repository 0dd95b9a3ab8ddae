// Plays a tune as PCM: plucked strings made of a few sine waves, a soft click on every beat, and taps.
import { beatSeconds, clipSeconds, countAt, secondsAt, type Clip } from './clip.ts';
import type { Heard, Lesson } from './clips/counting.ts';

export const SAMPLE_RATE = 44_100;
const NOTES: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

type Timing = Pick<Clip, 'bpm' | 'countIn' | 'counts' | 'phrase'>;
type Voice = { partials: readonly number[]; decay: number; level: number };
const VOICES = {
  melody: { partials: [1, 0.42, 0.2, 0.1, 0.05], decay: 1.1, level: 0.3 },
  chord: { partials: [1, 0.25, 0.08], decay: 0.7, level: 0.085 },
  bass: { partials: [1, 0.5, 0.15], decay: 0.9, level: 0.24 },
} satisfies Record<string, Voice>;

/** `A4`, `Bb3` or `F#5` as a MIDI number; the octave may be given separately. */
function midi(name: string, octave = Number(/\d/.exec(name)?.[0] ?? 4)): number {
  const accidental = name.includes('#') ? 1 : name.slice(1).includes('b') ? -1 : 0;
  return 12 * (octave + 1) + (NOTES[name.charAt(0)] ?? 0) + accidental;
}

function frequency(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}

/** Root and upper notes of `C`, `Am`, `G7` or `Bb`. */
function chordNotes(chord: string): { bass: number; fifth: number; upper: number[] } {
  const root = /^[A-G][#b]?/.exec(chord)?.[0] ?? 'C';
  const quality = chord.slice(root.length);
  const low = midi(root, 2);
  const middle = low + 24 > 58 ? low + 12 : low + 24;
  const intervals = [0, quality.startsWith('m') ? 3 : 4, 7, ...(quality.endsWith('7') ? [10] : [])];
  return { bass: low, fifth: low + 7, upper: intervals.map((interval) => middle + interval) };
}

class Recording {
  readonly samples: Float64Array;

  constructor(seconds: number) {
    this.samples = new Float64Array(Math.ceil(seconds * SAMPLE_RATE));
  }

  pluck(note: number, at: number, seconds: number, { partials, decay, level }: Voice): void {
    const start = Math.round(at * SAMPLE_RATE);
    const size = Math.round((seconds + 0.5) * SAMPLE_RATE);
    partials.forEach((share, index) => {
      const step = (2 * Math.PI * frequency(note) * (index + 1)) / SAMPLE_RATE;
      for (let at = 0; at < size && start + at < this.samples.length; at++) {
        const time = at / SAMPLE_RATE;
        const release = time > seconds ? 1 - (time - seconds) / 0.5 : 1;
        const loud = Math.min(1, time / 0.005) * Math.exp((-time * (1 + index * 0.7)) / decay) * release;
        this.samples[start + at]! += Math.sin(step * at) * loud * share * level;
      }
    });
  }

  /** Wood on wood: short, with the accent a fifth higher. */
  click(at: number, isAccent: boolean, level = 0.1): void {
    this.pluck(isAccent ? 91 : 84, at, 0.03, { partials: [1, 0.3], decay: 0.018, level });
  }

  /** Metal on wood: a burst of noise and two high partials. */
  tap(at: number, level: number): void {
    const start = Math.round(at * SAMPLE_RATE);
    let [seed, last] = [start + 1, 0];
    for (let at = 0; at < SAMPLE_RATE * 0.07 && start + at < this.samples.length; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const noise = seed / 1_073_741_824 - 1;
      const time = at / SAMPLE_RATE;
      const ring = Math.sin(2 * Math.PI * 2350 * time) + 0.6 * Math.sin(2 * Math.PI * 3920 * time);
      this.samples[start + at]! += ((noise - last) * 0.5 + ring * 0.35) * Math.exp(-time / 0.012) * level;
      last = noise;
    }
  }

  /** 16-bit samples with a little room around them, as loud as can be without clipping. */
  toPcm(): Buffer {
    const wet = Float64Array.from(this.samples);
    for (const [delay, share] of [
      [0.031, 0.16],
      [0.047, 0.13],
      [0.071, 0.1],
    ] as const) {
      const back = Math.round(delay * SAMPLE_RATE);
      for (let at = back; at < wet.length; at++) wet[at]! += (this.samples[at - back] ?? 0) * share;
    }
    const peak = wet.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.01);
    const pcm = Buffer.alloc(wet.length * 2);
    wet.forEach((sample, at) => pcm.writeInt16LE(Math.round((sample / peak) * 26_000), at * 2));
    return pcm;
  }
}

/** The music of a clip, from the count-in to the chord that ends it. */
export function playClip(clip: Clip): Buffer {
  const recording = new Recording(clipSeconds(clip));
  playClicks(recording, clip);
  playAccompaniment(recording, clip);
  playMelody(recording, clip);
  const firstChord = clip.tune.chords.split(' ')[0] ?? 'C';
  const { bass, upper } = chordNotes(firstChord);
  for (const note of [bass, bass + 12, ...upper]) {
    recording.pluck(note, secondsAt(clip, clip.counts), 0.8, { ...VOICES.chord, level: 0.13, decay: 0.9 });
  }
  for (const tap of clip.taps ?? []) recording.tap(secondsAt(clip, tap), Number.isInteger(tap) ? 0.85 : 0.6);
  return recording.toPcm();
}

/** A lesson to listen to, with its silences. */
export function playLesson(lesson: Lesson): Buffer {
  const recording = new Recording(clipSeconds(lesson));
  const heardAt = (beat: number): Heard => lesson.halves[Math.floor(beat / (lesson.phrase / 2))] ?? 'all';
  const hasMusic = (beat: number) => heardAt(beat) === 'all';
  playClicks(recording, lesson, (beat) => heardAt(beat) !== 'nothing');
  playAccompaniment(recording, lesson, hasMusic);
  playMelody(recording, lesson, hasMusic);
  return recording.toPcm();
}

function playClicks(recording: Recording, timing: Timing, isHeard = (_beat: number) => true): void {
  for (let beat = -timing.countIn; beat < timing.counts; beat++) {
    if (!isHeard(beat)) continue;
    recording.click(secondsAt(timing, beat), countAt(timing, beat) === 1, beat < 0 ? 0.22 : 0.1);
  }
}

function playAccompaniment(
  recording: Recording,
  clip: Timing & Pick<Clip, 'tune'>,
  isHeard = (_beat: number) => true,
): void {
  const { feel, chords } = clip.tune;
  const bar = feel === 'waltz' ? 3 : 4;
  const bars = chords.split(' ').map(chordNotes);
  const beat = beatSeconds(clip);
  for (let count = 0; count < clip.counts; count++) {
    const chord = bars[Math.floor(count / bar) % bars.length];
    if (!chord || !isHeard(count)) continue;
    const at = secondsAt(clip, count);
    const inBar = count % bar;
    const bass = inBar === 2 && feel !== 'waltz' ? chord.fifth : chord.bass;
    if (inBar === 0 || (inBar === 2 && bar === 4)) recording.pluck(bass, at, beat * 1.6, VOICES.bass);
    if (feel === 'flow') {
      const pair = [chord.upper[inBar % 3] ?? 60, chord.upper[(inBar + 1) % 3] ?? 60];
      pair.forEach((note, half) =>
        recording.pluck(note, at + (half * beat) / 2, beat, { ...VOICES.chord, level: 0.13 }),
      );
    } else if (feel === 'swing') {
      for (const note of chord.upper) recording.pluck(note, at + (beat * 2) / 3, beat * 0.25, VOICES.chord);
    } else if (inBar % 2 === 1 || (bar === 3 && inBar > 0)) {
      for (const note of chord.upper) recording.pluck(note, at, beat * 0.6, VOICES.chord);
    }
  }
}

function playMelody(
  recording: Recording,
  clip: Timing & Pick<Clip, 'tune'>,
  isHeard = (_beat: number) => true,
): void {
  const notes = clip.tune.melody.trim().split(/\s+/);
  let count = 0;
  for (let index = 0; count < clip.counts; index++) {
    const [name = '-', beats = '1'] = (notes[index % notes.length] ?? '-').split(':');
    const seconds = Math.min(Number(beats), clip.counts - count) * beatSeconds(clip);
    if (name !== '-' && isHeard(count))
      recording.pluck(midi(name), secondsAt(clip, count), seconds, VOICES.melody);
    count += Number(beats);
  }
}
