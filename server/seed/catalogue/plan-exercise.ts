// One exercise, and all that a style has of them.

export type Exercise = { name: string; purpose: string; how: string; cue: string };

export type StyleBlocks = {
  aims: readonly string[];
  warmUps: readonly Exercise[];
  mains: readonly Exercise[];
  creative: readonly Exercise[];
  watchFor: readonly string[];
};

/** What it is called, what it is for, how it goes, and what to say. */
export function exercise(name: string, purpose: string, how: string, cue: string): Exercise {
  return { name, purpose, how, cue };
}
