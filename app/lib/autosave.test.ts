import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave, isUnsaved } from './autosave.ts';

type Changes = { title?: string; level?: string; description?: string; tags?: string[] };
type Plan = Changes & { id: number; revision: number };

class Conflict extends Error {}

/** A server with one record that counts its saves, as ours does. */
function oneRecord() {
  let saved: Plan | null = null;
  const calls: Changes[] = [];
  const server = {
    calls,
    isDown: false,
    saved: () => saved,
    elsewhere(fields: Partial<Plan>) {
      if (saved) saved = { ...saved, ...fields, revision: saved.revision + 1 };
    },
    api: {
      async create(body: Changes): Promise<Plan> {
        calls.push(body);
        if (server.isDown) throw new Error('down');
        return (saved = { id: 7, revision: 0, ...body });
      },
      async update(_id: number, { revision, ...body }: Changes & { revision: number }) {
        calls.push(body);
        if (server.isDown) throw new Error('down');
        if (!saved || saved.revision !== revision) throw new Conflict();
        return (saved = { ...saved, ...body, revision: revision + 1 });
      },
      async get() {
        if (!saved) throw new Error('none');
        return saved;
      },
      isConflict: (error: unknown) => error instanceof Conflict,
    },
  };
  return server;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const afterTyping = () => vi.advanceTimersByTimeAsync(1000);

describe('a new record', () => {
  it('is created by the first change, with defaults for untouched fields', async () => {
    const server = oneRecord();
    const autosave = createAutosave<Plan, Changes>(server.api, null);
    autosave.setInitial({ level: 'Beginner' });
    autosave.change({ title: 'P' });
    autosave.change({ title: 'Pliés' });
    expect(isUnsaved(autosave.view())).toBe(true);
    await afterTyping();
    expect(server.calls).toEqual([{ level: 'Beginner', title: 'Pliés' }]);
    expect(autosave.view()).toMatchObject({ save: 'saved', record: { title: 'Pliés' } });
    autosave.change({ description: 'Slow.' });
    await afterTyping();
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]).toEqual({ description: 'Slow.' });
  });

  it('is created once, however many actions start at the same time', async () => {
    const server = oneRecord();
    const autosave = createAutosave<Plan, Changes>(server.api, null);
    const add = () => autosave.run(async (record) => ({ ...record }));
    await Promise.all([add(), add(), add()]);
    expect(server.calls).toHaveLength(1);
  });

  it('keeps what could not be saved and sends it with the next save', async () => {
    const server = oneRecord();
    const autosave = createAutosave<Plan, Changes>(server.api, null);
    autosave.change({ title: 'Pliés' });
    await afterTyping();
    server.isDown = true;
    autosave.change({ title: 'Tendus' });
    await afterTyping();
    expect(autosave.view().save).toBe('failed');
    expect(isUnsaved(autosave.view())).toBe(true);
    autosave.change({ tags: ['barre'] });
    server.isDown = false;
    await autosave.flush();
    expect(server.saved()).toMatchObject({ title: 'Tendus', tags: ['barre'] });
    expect(autosave.view().save).toBe('saved');
  });

  it('saves what is typed during a save', async () => {
    const server = oneRecord();
    const autosave = createAutosave<Plan, Changes>(server.api, null);
    autosave.change({ title: 'Pliés' });
    const first = autosave.flush();
    autosave.change({ title: 'Pliés and tendus' });
    await first;
    await afterTyping();
    expect(server.saved()?.title).toBe('Pliés and tendus');
  });
});

describe('a record that was saved elsewhere', () => {
  async function inConflict() {
    const server = oneRecord();
    const autosave = createAutosave<Plan, Changes>(server.api, null);
    autosave.change({ title: 'Mine' });
    await afterTyping();
    server.elsewhere({ title: 'Theirs', level: 'Advanced' });
    autosave.change({ title: 'Mine, longer' });
    await afterTyping();
    expect(autosave.view().save).toBe('conflict');
    return { server, autosave };
  }

  it('replaces ours when asked', async () => {
    const { server, autosave } = await inConflict();
    await autosave.discardMine();
    await afterTyping();
    expect(server.saved()?.title).toBe('Theirs');
    expect(autosave.view()).toMatchObject({ save: 'saved', record: { title: 'Theirs' } });
  });

  it('gets our changes on top when asked, field by field', async () => {
    const { server, autosave } = await inConflict();
    autosave.change({ tags: ['barre'] });
    await autosave.keepMine();
    expect(server.saved()).toMatchObject({ title: 'Mine, longer', level: 'Advanced', tags: ['barre'] });
    expect(autosave.view().save).toBe('saved');
  });
});
