// Reads one calendar after another.
import { parentPort } from 'node:worker_threads';
import { busyTimesIn } from './busy-times.ts';
import { CalendarRefusedError } from './calendar-refused.ts';
import type { BusyAnswer, BusyTask } from './read-calendar.ts';

function answer(task: BusyTask): BusyAnswer {
  try {
    return { busy: busyTimesIn(task) };
  } catch (error) {
    if (error instanceof CalendarRefusedError) return { problem: error.message };
    // ical.js met something that isn't iCalendar.
    return { problem: 'The calendar is damaged and can’t be read.' };
  }
}

parentPort?.on('message', (task: BusyTask) => parentPort?.postMessage(answer(task), []));
