// Helpers for races: many calls at once, their responses, and the results for bench/FAULTS.md.
import { afterAll } from 'vitest';
import { report, Rounds } from '../report.ts';
import type { Answer } from '../two-servers.ts';

export const atOnce = (times: number, one: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, n) => one(n)));

export const slowest = (answers: readonly Answer[]) => Math.max(...answers.map(({ ms }) => ms));

export const countOf = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

type Note = (race: string, what: string, seen: { delay: number; ms: number }) => void;

/** Reports the results of these races when all rounds are over. */
export function reporter(measured?: string): Note {
  const races: Record<string, Rounds> = {};
  afterAll(async () => {
    for (const [race, rounds] of Object.entries(races)) await report(race, rounds.lines(measured));
  });
  return (race, what, { delay, ms }) => (races[race] ??= new Rounds()).add(what, delay, ms);
}
