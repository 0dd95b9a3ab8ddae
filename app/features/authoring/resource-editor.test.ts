import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import type { ResourceChanges } from '#shared/features/authoring/authoring.schema.ts';
import { createEditor, isUnsaved } from './resource-editor.ts';
import { NEW_RESOURCE } from './resource-form-values.ts';

const begun: OwnResource = {
  ...NEW_RESOURCE,
  id: 7,
  revision: 0,
  state: 'draft',
  stateReason: null,
  isListed: false,
  isTakenDown: false,
  version: 1,
  unpublished: null,
  coverUrl: null,
  imageUrl: '',
  files: [],
  previews: [],
  events: [],
  problems: [],
  createdAt: '',
  updatedAt: '',
  publishedAt: null,
};

class Conflict extends Error {}

/** A server of one resource that counts its saves, as ours does. */
function oneResource() {
  let kept: OwnResource | null = null;
  const calls: ResourceChanges[] = [];
  const server = {
    calls,
    isDown: false,
    kept: () => kept,
    elsewhere(fields: Partial<OwnResource>) {
      if (kept) kept = { ...kept, ...fields, revision: kept.revision + 1 };
    },
    api: {
      async create(body: ResourceChanges) {
        calls.push(body);
        if (server.isDown) throw new Error('down');
        return (kept = { ...begun, ...body });
      },
      async update(_id: number, { revision, ...body }: ResourceChanges & { revision: number }) {
        calls.push(body);
        if (server.isDown) throw new Error('down');
        if (!kept || kept.revision !== revision) throw new Conflict();
        return (kept = { ...kept, ...body, revision: revision + 1 });
      },
      async get() {
        if (!kept) throw new Error('none');
        return kept;
      },
      isConflict: (error: unknown) => error instanceof Conflict,
    },
  };
  return server;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const afterTyping = () => vi.advanceTimersByTimeAsync(1000);

describe('a draft', () => {
  it('is begun by the first words, with the choices that stand beside them', async () => {
    const server = oneResource();
    const editor = createEditor(server.api, null);
    editor.stand({ level: 'Beginner' });
    editor.change({ title: 'P' });
    editor.change({ title: 'Pliés' });
    expect(isUnsaved(editor.view())).toBe(true);
    await afterTyping();
    expect(server.calls).toEqual([{ level: 'Beginner', title: 'Pliés' }]);
    expect(editor.view()).toMatchObject({ save: 'saved', resource: { title: 'Pliés' } });
    editor.change({ description: 'Slow.' });
    await afterTyping();
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]).toEqual({ description: 'Slow.' });
  });

  it('is begun once, however many files arrive at the same time', async () => {
    const server = oneResource();
    const editor = createEditor(server.api, null);
    const add = () => editor.run(async (resource) => ({ ...resource, files: [...resource.files] }));
    await Promise.all([add(), add(), add()]);
    expect(server.calls).toHaveLength(1);
  });

  it('keeps what could not be saved and sends it with the next try', async () => {
    const server = oneResource();
    const editor = createEditor(server.api, null);
    editor.change({ title: 'Pliés' });
    await afterTyping();
    server.isDown = true;
    editor.change({ title: 'Tendus' });
    await afterTyping();
    expect(editor.view().save).toBe('failed');
    expect(isUnsaved(editor.view())).toBe(true);
    editor.change({ tags: ['barre'] });
    server.isDown = false;
    await editor.flush();
    expect(server.kept()).toMatchObject({ title: 'Tendus', tags: ['barre'] });
    expect(editor.view().save).toBe('saved');
  });

  it('saves what is typed while a save is under way', async () => {
    const server = oneResource();
    const editor = createEditor(server.api, null);
    editor.change({ title: 'Pliés' });
    const first = editor.flush();
    editor.change({ title: 'Pliés and tendus' });
    await first;
    await afterTyping();
    expect(server.kept()?.title).toBe('Pliés and tendus');
  });
});

describe('a draft that was saved elsewhere', () => {
  async function inConflict() {
    const server = oneResource();
    const editor = createEditor(server.api, null);
    editor.change({ title: 'Mine' });
    await afterTyping();
    server.elsewhere({ title: 'Theirs', level: 'Advanced' });
    editor.change({ title: 'Mine, longer' });
    await afterTyping();
    expect(editor.view().save).toBe('conflict');
    return { server, editor };
  }

  it('can be taken over', async () => {
    const { server, editor } = await inConflict();
    await editor.discardMine();
    await afterTyping();
    expect(server.kept()?.title).toBe('Theirs');
    expect(editor.view()).toMatchObject({ save: 'saved', resource: { title: 'Theirs' } });
  });

  it('can be written over, field by field', async () => {
    const { server, editor } = await inConflict();
    editor.change({ tags: ['barre'] });
    await editor.keepMine();
    expect(server.kept()).toMatchObject({ title: 'Mine, longer', level: 'Advanced', tags: ['barre'] });
    expect(editor.view().save).toBe('saved');
  });
});
