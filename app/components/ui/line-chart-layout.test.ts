import { describe, expect, it } from 'vitest';
import { axisTicks, fitLabels, layOutPlot } from './line-chart-layout.ts';

describe('axisTicks', () => {
  it.each([
    [
      [210, 468, 512],
      [0, 200, 400, 600],
    ],
    [[999], [0, 350, 700, 1050]],
    [[23_451], [0, 8000, 16_000, 24_000]],
    [[90], [0, 30, 60, 90]],
    [[7], [0, 3, 6, 9]],
    [[1], [0, 0.35, 0.7, 1.05]],
    [
      [0, 0],
      [0, 1, 2, 3],
    ],
    [[], [0, 1, 2, 3]],
  ])('are four, in round steps from zero: %j', (values, ticks) => {
    expect(axisTicks(values)).toEqual(ticks);
  });

  it('of counts are whole numbers', () => {
    expect(axisTicks([1], true)).toEqual([0, 1, 2, 3]);
    expect(axisTicks([17], true)).toEqual([0, 6, 12, 18]);
    expect(axisTicks([38], true)).toEqual([0, 15, 30, 45]);
  });

  it('include zero where values are below it', () => {
    expect(axisTicks([-40, 512])).toEqual([-300, 0, 300, 600]);
    expect(axisTicks([-512, -3])).toEqual([-600, -400, -200, 0]);
  });
});

describe('fitLabels', () => {
  const labels = (count: number, width: number, across: number) =>
    Array.from({ length: count }, (_, at) => ({
      text: String(at),
      center: (at / (count - 1)) * across,
      width,
    }));
  const textsOf = (fitted: readonly { text: string }[]) => fitted.map(({ text }) => text);

  it('keeps all that have room', () => {
    expect(textsOf(fitLabels(labels(4, 40, 400), 400))).toEqual(['0', '1', '2', '3']);
  });

  it('keeps the first and the last, and never lets two touch', () => {
    const fitted = fitLabels(labels(90, 40, 400), 400);
    expect(textsOf(fitted).at(0)).toBe('0');
    expect(textsOf(fitted).at(-1)).toBe('89');
    expect(fitted.length).toBeGreaterThan(3);
    const gaps = fitted.slice(1).map((label, at) => label.center - (fitted[at]?.center ?? 0) - 40);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(26);
  });

  it('moves those at the edges inside', () => {
    const [first, last] = fitLabels(labels(2, 40, 400), 400);
    expect([first?.center, last?.center]).toEqual([20, 380]);
  });

  it('keeps the last where there is room for one', () => {
    expect(textsOf(fitLabels(labels(12, 40, 60), 60))).toEqual(['11']);
    expect(fitLabels([], 400)).toEqual([]);
  });
});

describe('layOutPlot', () => {
  const points = [0, 30, 60].map((value) => ({ label: 'Nov', value }));
  const lay = (props: object) =>
    layOutPlot(
      { points, formatValue: (value) => `$${value}`, ...props },
      { width: 400, height: 200 },
      (text) => text.length * 7,
    );

  it('gives the widest tick label its room', () => {
    expect(lay({})).toMatchObject({ left: 8 + 21 + 8, right: 370, top: 26, bottom: 170 });
    expect(lay({ max: 1000 }).left).toBe(8 + 35 + 8);
  });

  it('spreads points from edge to edge, and puts a single one in the middle', () => {
    const { x, left, right } = lay({});
    expect([x(0), x(1), x(2)]).toEqual([left, (left + right) / 2, right]);
    const single = lay({ points: points.slice(0, 1) });
    expect(single.x(0)).toBe((single.left + single.right) / 2);
  });

  it('ends at the given top, and counts last year in', () => {
    expect(lay({ max: 100 }).ticks).toEqual([0, 25, 50, 75, 100]);
    expect(lay({ points: [{ label: 'Nov', value: 5, lastYear: 90 }] }).ticks).toEqual([0, 30, 60, 90]);
  });

  it('finds the point nearest to a pointer, also outside', () => {
    const { x } = lay({});
    expect([-50, 40, 200, 390].map((at) => Math.round(x.invert(at)))).toEqual([0, 0, 1, 2]);
  });
});
