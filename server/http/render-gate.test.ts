import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RenderGate, TooBusy, type Lane } from './render-gate.ts';

/** Pages that render until they are told to finish. */
function pagesOf(gate: RenderGate) {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const open = (name: string, lane: Lane = 'guest', who = name) =>
    gate.run(lane, who, () => {
      begun.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    await expect.poll(() => begun).toContain(name);
    finish.get(name)?.();
    await sleep(5);
  };
  return { begun, open, end };
}

describe('RenderGate', () => {
  it('renders two pages at a time, in the order they came', async () => {
    const { begun, open, end } = pagesOf(new RenderGate());
    const all = ['a', 'b', 'c', 'd'].map((name) => open(name));
    await sleep(5);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects immediately what does not fit the queue, with a time to come back', async () => {
    const { open, end } = pagesOf(new RenderGate({ atOnce: 1, waiting: 2 }));
    const all = ['a', 'b', 'c'].map((name) => open(name));
    const asked = performance.now();
    const refusal = await open('d').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooBusy);
    expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    expect(performance.now() - asked).toBeLessThan(200);
    for (const name of ['a', 'b', 'c']) await end(name);
    await Promise.all(all);
    // There is a free slot again.
    const later = open('e');
    await end('e');
    expect(await later).toBe('e');
  });

  it('rejects what has waited too long, and reuses its slot once', async () => {
    const { begun, open, end } = pagesOf(new RenderGate({ atOnce: 1, waitMs: 30 }));
    const first = open('a');
    await expect(open('b')).rejects.toBeInstanceOf(TooBusy);
    await end('a');
    await first;
    const next = open('c');
    await end('c');
    await next;
    expect(begun).toEqual(['a', 'c']);
  });

  it('lets one client fill only part of a queue', async () => {
    const { open, end } = pagesOf(new RenderGate({ atOnce: 1, waitingEach: 1 }));
    const all = [open('a', 'guest', 'crowd'), open('b', 'guest', 'crowd')];
    await expect(open('c', 'guest', 'crowd')).rejects.toBeInstanceOf(TooBusy);
    all.push(open('d', 'guest', 'somebody else'));
    for (const name of ['a', 'b', 'd']) await end(name);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'd']);
  });

  it("serves its lanes in turn: signed-in users don't wait behind a crowd of guests", async () => {
    const { begun, open, end } = pagesOf(new RenderGate({ atOnce: 1 }));
    const all = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => open(name));
    all.push(open('m1', 'member'), open('m2', 'member'), open('c1', 'crawler'), open('r1', 'renewal'));
    for (let done = 0; done < all.length; done++) {
      await expect.poll(() => begun.length).toBe(done + 1);
      await end(begun[done] ?? '');
    }
    await Promise.all(all);
    expect(begun.indexOf('m1')).toBeLessThan(5);
    expect(begun.indexOf('m2')).toBeLessThan(8);
    expect(begun).toHaveLength(9);
  });

  it('continues when a render fails or hangs', async () => {
    const gate = new RenderGate({ atOnce: 1, holdMs: 20 });
    await expect(gate.run('guest', 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const { open, end } = pagesOf(gate);
    const hanging = open('hanging');
    const next = open('next');
    await sleep(60);
    await end('next');
    expect(await next).toBe('next');
    await end('hanging');
    await hanging;
    expect(await gate.run('guest', 'a', async () => 'free again')).toBe('free again');
  });
});

it('reports while several pages wait', async () => {
  const gate = new RenderGate({ atOnce: 1 });
  const { open, end } = pagesOf(gate);
  const all = ['a', 'b'].map((name) => open(name));
  expect(gate.isBusy).toBe(false);
  all.push(open('c'));
  expect(gate.isBusy).toBe(true);
  for (const name of ['a', 'b', 'c']) await end(name);
  await Promise.all(all);
  expect(gate.isBusy).toBe(false);
});
