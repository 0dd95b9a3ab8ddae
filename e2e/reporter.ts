// Writes how long the browser tests took, and which of them passed only when they were tried again.
import fs from 'node:fs';
import path from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

const FILE = '.data/e2e-times.json';

const secondsOf = (milliseconds: number) => Math.round(milliseconds / 100) / 10;

export default class TimesReporter implements Reporter {
  #root: Suite | undefined;

  onBegin(_config: FullConfig, root: Suite): void {
    this.#root = root;
  }

  onEnd({ status, duration }: FullResult): void {
    const ran = (this.#root?.allTests() ?? []).filter(({ results }) => results.length > 0);
    const tests = ran.map((test) => ({ file: fileOf(test), name: test.title, seconds: costOf(test) }));
    const perFile = Map.groupBy(tests, ({ file }) => file);
    const files = [...perFile].map(([file, of]) => ({
      file,
      tests: of.length,
      seconds: sum(of.map(({ seconds }) => seconds)),
    }));
    const times = {
      status,
      seconds: secondsOf(duration),
      /** Of all workers together. */
      workerSeconds: sum(files.map(({ seconds }) => seconds)),
      retried: ran
        .filter((test) => test.outcome() === 'flaky')
        .map((test) => `${fileOf(test)}: ${test.title}`),
      failed: ran
        .filter((test) => test.outcome() === 'unexpected')
        .map((test) => `${fileOf(test)}: ${test.title}`),
      files: files.toSorted((a, b) => b.seconds - a.seconds),
      tests: tests.toSorted((a, b) => b.seconds - a.seconds),
    };
    fs.mkdirSync(path.dirname(FILE), { recursive: true });
    fs.writeFileSync(FILE, `${JSON.stringify(times, null, 2)}\n`);
  }
}

const fileOf = (test: TestCase) => path.basename(test.location.file);
/** Every try counts. */
const costOf = ({ results }: TestCase) => secondsOf(sum(results.map(({ duration }) => duration)));
const sum = (numbers: readonly number[]) => Math.round(numbers.reduce((all, one) => all + one, 0) * 10) / 10;
