// Busy times of a calendar elsewhere. It is parsed in a thread of its own: a crafted one costs that thread's time, not
// the visitors'.
import { reusableWorker } from '../worker-thread.ts';
import { CalendarRefusedError } from './calendar-refused.ts';
import { fetchCalendar, type FetchLimits } from './fetch-calendar.ts';

export type BusyTask = { text: string; from: number; to: number; timeZone: string };
/** Pairs of start and end in milliseconds. */
export type BusyAnswer = { busy: [number, number][] } | { problem: string };
export type BusyTime = { startsAt: Date; endsAt: Date };

const MAX_PARSE_MS = 5000;

const inThread = reusableWorker<BusyAnswer>(new URL('./calendar.worker.ts', import.meta.url), {
  maxMemoryMb: 256,
});
let waiting: Promise<unknown> = Promise.resolve();

type Wanted = { from: Date; to: Date; timeZone: string };

export async function readBusyTimes(
  url: string,
  wanted: Wanted,
  limits: FetchLimits = {},
): Promise<BusyTime[]> {
  return parseBusyTimes(await fetchCalendar(url, limits), wanted);
}

/** Times without a zone, and whole days, are in `timeZone`. */
export async function parseBusyTimes(
  text: string,
  { from, to, timeZone }: Wanted,
  maxMs = MAX_PARSE_MS,
): Promise<BusyTime[]> {
  const task: BusyTask = { text, from: from.getTime(), to: to.getTime(), timeZone };
  const turn = waiting.then(() => inThread(task, maxMs));
  waiting = turn.catch(() => {});
  const answer = await turn;
  if ('problem' in answer) throw new CalendarRefusedError(answer.problem);
  if ('refused' in answer) {
    throw new CalendarRefusedError(
      'The calendar is too complicated to read. Share one with fewer repeating events.',
    );
  }
  return answer.busy.map(([start, end]) => ({ startsAt: new Date(start), endsAt: new Date(end) }));
}

export { CalendarRefusedError } from './calendar-refused.ts';
