// Synthesizes a short practice track: a bass drum on one, lighter beats after it, a bass line and chords, at exactly
// the given tempo and metre.
import { createHash } from 'node:crypto';
import { setImmediate as aBreath } from 'node:timers/promises';
import { writeWav } from '#server/integrations/audio-clip.ts';
import type { Metre } from '#shared/features/resource/resource.rules.ts';
import type { AudioPlan } from './seed-file.ts';

const RATE = 22_050;

/** Beats a dancer counts in a bar, and in how many each is divided: 6/8 is two beats of three. */
const BARS: Readonly<Record<Metre, { beats: number; parts: 2 | 3 }>> = {
  '2/4': { beats: 2, parts: 2 },
  '3/4': { beats: 3, parts: 2 },
  '4/4': { beats: 4, parts: 2 },
  '6/8': { beats: 2, parts: 3 },
  '12/8': { beats: 4, parts: 3 },
};

/** One chord per bar, in steps above the key: I, vi, IV, V. */
const CHORDS = [
  [0, 4, 7],
  [-3, 0, 4],
  [5, 9, 12],
  [7, 11, 14],
] as const;

type Feel = AudioPlan['feel'];
/** How loud each part of the band plays. */
const BAND: Readonly<Record<Feel, { drum: number; tick: number; off: number; bass: number; chord: number }>> =
  {
    calm: { drum: 0.3, tick: 0.1, off: 0, bass: 0.2, chord: 0.13 },
    steady: { drum: 0.42, tick: 0.16, off: 0.05, bass: 0.22, chord: 0.08 },
    driving: { drum: 0.5, tick: 0.22, off: 0.1, bass: 0.24, chord: 0.06 },
    swung: { drum: 0.38, tick: 0.18, off: 0.1, bass: 0.22, chord: 0.07 },
  };

/** Whole bars, as close to the requested length as possible, so that it loops cleanly. */
export async function writeTrack(
  { bpm, metre, seconds, feel }: AudioPlan,
  seed: string,
): Promise<{ data: Buffer; seconds: number }> {
  const beat = 60 / bpm;
  const { beats, parts } = BARS[metre];
  const bars = Math.max(1, Math.round(seconds / (beat * beats)));
  const samples = new Float32Array(Math.round(bars * beats * beat * RATE));
  const band = BAND[feel];
  const key = 45 + ((createHash('sha256').update(seed).digest()[0] ?? 0) % 10);
  for (let bar = 0; bar < bars; bar++) {
    // A track takes a tenth of a second; let requests in between.
    await aBreath();
    const chord = CHORDS[bar % CHORDS.length] ?? CHORDS[0];
    addChord(samples, {
      at: bar * beats * beat,
      length: beats * beat,
      notes: chord.map((step) => key + 12 + step),
      level: band.chord,
    });
    for (let count = 0; count < beats; count++) {
      const at = (bar * beats + count) * beat;
      addDrum(samples, at, count === 0 ? band.drum : band.drum * 0.5);
      if (count > 0) addTick(samples, at, band.tick);
      const note = key - 12 + (count % 2 === 0 ? chord[0] : chord[2] - 12 + 5 * Number(beats === 2));
      addBass(samples, { at, length: beat * 0.8, note, level: band.bass });
      for (const part of offBeats(feel, parts)) addTick(samples, at + part * beat, band.off);
    }
  }
  return { data: writeWav(samples, RATE), seconds: Math.max(1, Math.round(samples.length / RATE)) };
}

function offBeats(feel: Feel, parts: 2 | 3): number[] {
  if (parts === 3) return [1 / 3, 2 / 3];
  return feel === 'swung' ? [2 / 3] : [1 / 2];
}

function addSound(samples: Float32Array, at: number, length: number, sound: (t: number) => number): void {
  const from = Math.round(at * RATE);
  const to = Math.min(samples.length, from + Math.round(length * RATE));
  for (let i = from; i < to; i++) samples[i] = (samples[i] ?? 0) + sound((i - from) / RATE);
}

/** A drum skin: its pitch falls as it fades. */
function addDrum(samples: Float32Array, at: number, level: number): void {
  addSound(samples, at, 0.22, (t) => {
    const fall = 52 * t + (95 / 28) * (1 - Math.exp(-28 * t));
    return level * Math.exp(-15 * t) * Math.cos(2 * Math.PI * fall);
  });
}

/** Wood on wood. */
function addTick(samples: Float32Array, at: number, level: number): void {
  if (level === 0) return;
  addSound(samples, at, 0.05, (t) => level * Math.exp(-90 * t) * Math.cos(2 * Math.PI * 1900 * t));
}

type Tone = { at: number; length: number; level: number };

function addBass(samples: Float32Array, { at, length, note, level }: Tone & { note: number }): void {
  const pitch = hertz(note);
  addSound(samples, at, length, (t) => {
    const swell = Math.min(1, t / 0.02) * Math.min(1, (length - t) / 0.05);
    return (
      level *
      swell *
      Math.exp(-2.2 * t) *
      (Math.sin(2 * Math.PI * pitch * t) + 0.25 * Math.sin(4 * Math.PI * pitch * t))
    );
  });
}

function addChord(samples: Float32Array, { at, length, notes, level }: Tone & { notes: number[] }): void {
  const pitches = notes.map(hertz);
  addSound(samples, at, length, (t) => {
    const swell = Math.min(1, t / 0.08) * Math.min(1, (length - t) / 0.1);
    return level * swell * pitches.reduce((sum, pitch) => sum + Math.sin(2 * Math.PI * pitch * t), 0);
  });
}

function hertz(note: number): number {
  return 440 * 2 ** ((note - 69) / 12);
}
