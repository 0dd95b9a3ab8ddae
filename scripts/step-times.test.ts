import { expect, it } from 'vitest';
import { describeGrowth } from './step-times.mjs';

const step = (name: string, minutes: number) => ({ name, cpuSeconds: minutes * 60 });
const kept = new Map([
  ['server', 4],
  ['unit', 0.2],
]);

it('names a step that takes a quarter more CPU time than kept', () => {
  expect(describeGrowth([step('server', 5.1), step('unit', 0.2)], kept)).toEqual([
    'server took 5.1 CPU minutes; 4.0 are kept in tests/times.tsv.',
  ]);
});

it('says nothing about less, about a few seconds, or about a step that has no time kept', () => {
  expect(describeGrowth([step('server', 4.9), step('unit', 0.29), step('new', 9)], kept)).toEqual([]);
});
