import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportWhileOpen, STILL_HERE_MS } from './report-while-open.ts';

const page = { hidden: false };
let reports: number;
let end: () => void;

const openPage = () => {
  end = reportWhileOpen(() => (reports += 1));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.hidden = false;
  reports = 0;
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reports at once, and again while the page stays open', () => {
  openPage();
  expect(reports).toBe(1);
  vi.advanceTimersByTime(2 * STILL_HERE_MS);
  expect(reports).toBe(3);
  end();
  vi.advanceTimersByTime(STILL_HERE_MS);
  expect(reports).toBe(3);
});

it('reports nothing while nobody can see the page', () => {
  page.hidden = true;
  openPage();
  vi.advanceTimersByTime(STILL_HERE_MS);
  expect(reports).toBe(0);
  page.hidden = false;
  vi.advanceTimersByTime(STILL_HERE_MS);
  expect(reports).toBe(1);
});
