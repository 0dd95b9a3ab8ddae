import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { UploadQueue, type UploadWire } from './upload-queue.ts';
import type { SendingEvents } from './upload.api.ts';

const notFound = Object.assign(new Error('not found'), { status: 404 });
const busy = Object.assign(new Error('being checked'), { status: 409 });

type Sent = { name: string; uploadId: string | null; starts: number; aborts: number; events: SendingEvents };

/** A fake server controlled by the test. */
function standIn() {
  const sendings: Sent[] = [];
  const uploads = new Map<string, Upload>();
  const sentBytes = new Map<string, number>();
  const removed: string[] = [];
  const loading: { isHeld: boolean; waiting: (() => void)[] } = { isHeld: false, waiting: [] };
  const refusals: Error[] = [];
  const wire: UploadWire = {
    listUploads: async () => [...uploads.values()],
    fetchSentBytes: async (id) => sentBytes.get(id) ?? 40,
    async getUpload(id) {
      const upload = uploads.get(id);
      if (!upload) throw notFound;
      return upload;
    },
    async deleteUpload(id) {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      removed.push(id);
    },
    async prepareSending({ file, uploadId }, events) {
      if (loading.isHeld) await new Promise<void>((resolve) => loading.waiting.push(resolve));
      const sent: Sent = { name: file.name, uploadId, starts: 0, aborts: 0, events };
      sendings.push(sent);
      return {
        start: () => void sent.starts++,
        async abort() {
          sent.aborts++;
        },
      };
    },
  };
  return { wire, sendings, uploads, sentBytes, removed, loading, refusals };
}

let server = standIn();
let queue = new UploadQueue({ purpose: 'resource-file', max: 20 }, server.wire);

beforeEach(() => {
  vi.useFakeTimers();
  server = standIn();
  queue = new UploadQueue({ purpose: 'resource-file', max: 20 }, server.wire);
});
afterEach(() => vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);
const file = (name: string, size = 100) => new File(['x'.repeat(size)], name);
const files = (names: string) => names.split(' ').map((name) => file(name));
const add = async (names: string) => {
  queue.add(files(names));
  await settled();
};
const item = (name: string) => {
  const found = queue.items().find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not in the list`);
  return found;
};
const sending = (name: string) => {
  const found = server.sendings.filter((one) => one.name === name).at(-1);
  if (!found) throw new Error(`${name} was not sent`);
  return found;
};
const states = () =>
  queue
    .items()
    .map(({ name, state }) => `${name} ${state}`)
    .join(', ');
const started = () => server.sendings.filter(({ starts }) => starts > 0).map(({ name }) => name);
const upload = (id: string, changes: Partial<Upload> = {}): Upload => ({
  id,
  purpose: 'resource-file',
  name: id,
  bytes: 100,
  state: 'ready',
  refusedReason: null,
  contentType: 'text/plain',
  sha256: 'none',
  pages: null,
  seconds: null,
  ...changes,
});
async function arrive(name: string, changes: Partial<Upload> = {}) {
  sending(name).events.onKnown(name);
  server.uploads.set(name, upload(name, changes));
  sending(name).events.onArrived();
  await settled();
}

describe('sending', () => {
  it('sends three files at once, in order', async () => {
    await add('a b c d e');
    expect(states()).toBe('a sending, b sending, c sending, d waiting, e waiting');
    expect(started()).toEqual(['a', 'b', 'c']);
    await arrive('b');
    expect(started()).toEqual(['a', 'b', 'c', 'd']);
    await arrive('a');
    expect(started()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('reports progress and the server’s result', async () => {
    await add('a b');
    sending('a').events.onProgress(60);
    expect(item('a')).toMatchObject({ state: 'sending', sent: 60 });
    await arrive('a');
    await arrive('b', { state: 'refused', refusedReason: 'It is a program.' });
    expect(states()).toBe('a checking, b checking');
    await vi.advanceTimersByTimeAsync(500);
    expect(item('a')).toMatchObject({ state: 'ready', sent: 100 });
    expect(item('b')).toMatchObject({ state: 'refused', problem: 'It is a program.' });
  });

  it('refuses a file over the limit before sending it', async () => {
    queue = new UploadQueue({ purpose: 'resource-file', max: 5 }, server.wire);
    await add('a b c d e f');
    expect(item('f')).toMatchObject({ state: 'refused', problem: expect.stringContaining('5 files') });
    for (const name of ['a', 'b', 'c']) await arrive(name);
    for (const name of ['d', 'e']) await arrive(name);
    expect(started()).not.toContain('f');
  });
});

describe('pausing', () => {
  it('pauses one, starts the next, and resumes when there is room', async () => {
    await add('a b c d e');
    sending('a').events.onProgress(40);
    queue.pause('file-1');
    await settled();
    expect(sending('a').aborts).toBe(1);
    expect(states()).toBe('a paused, b sending, c sending, d sending, e waiting');
    queue.resume('file-1');
    await settled();
    // It waits ahead of files added later.
    expect(states()).toBe('a waiting, b sending, c sending, d sending, e waiting');
    await arrive('b');
    expect(item('a')).toMatchObject({ state: 'sending', sent: 40 });
    expect(item('e').state).toBe('waiting');
    expect(server.sendings.filter(({ name }) => name === 'a')).toHaveLength(1);
    expect(sending('a').starts).toBe(2);
  });

  it('keeps a waiting file from being sent', async () => {
    await add('a b c d');
    queue.pause('file-4');
    await arrive('a');
    expect(item('d').state).toBe('paused');
    expect(started()).not.toContain('d');
  });

  it('and resuming before the library has loaded sends it once', async () => {
    server.loading.isHeld = true;
    await add('a');
    queue.pause('file-1');
    queue.resume('file-1');
    await settled();
    expect(item('a').state).toBe('sending');
    for (const go of server.loading.waiting) go();
    await settled();
    expect(server.sendings).toHaveLength(1);
    expect(sending('a').starts).toBe(1);
  });

  it('before the library has loaded keeps it from being sent', async () => {
    server.loading.isHeld = true;
    await add('a');
    queue.pause('file-1');
    for (const go of server.loading.waiting) go();
    await settled();
    expect(item('a').state).toBe('paused');
    expect(started()).toEqual([]);
  });
});

describe('retrying', () => {
  it('is offered with the error and starts again', async () => {
    await add('a b c d');
    sending('a').events.onFailed('The connection was lost.');
    await settled();
    expect(item('a')).toMatchObject({ state: 'failed', problem: 'The connection was lost.' });
    expect(item('d').state).toBe('sending');
    await arrive('b');
    queue.retry('file-1');
    await settled();
    expect(item('a')).toMatchObject({ state: 'sending', problem: null });
    expect(server.sendings.filter(({ name }) => name === 'a')).toHaveLength(2);
  });

  it('works only for failed or paused uploads', async () => {
    await add('a');
    queue.resume('file-1');
    queue.retry('nothing');
    await settled();
    expect(sending('a').starts).toBe(1);
  });
});

describe('on a later visit', () => {
  it('lists leftovers, oldest first, and resumes when the file is chosen again', async () => {
    server.uploads.set('new', upload('new', { state: 'sending' }));
    server.uploads.set('old', upload('old'));
    server.uploads.set('cover', upload('cover', { purpose: 'cover' }));
    await Promise.all([queue.find(), queue.find()]);
    expect(states()).toBe('old ready, new paused');
    expect(item('new')).toMatchObject({
      sent: 40,
      problem: expect.stringContaining('Choose this file again'),
    });
    queue.resume('new');
    expect(item('new').state).toBe('paused');
    queue.add([file('new', 99)]);
    expect(queue.items()).toHaveLength(3);
    queue.add([file('new')]);
    await settled();
    expect(item('new').state).toBe('sending');
    // Passes the upload itself, which is all another browser knows.
    expect(sending('new').uploadId).toBe('new');
    // Listed once, however often it is looked up.
    await queue.find();
    expect(queue.items()).toHaveLength(3);
  });

  it('does not ask for a file another tab has finished', async () => {
    const listed = upload('half', { state: 'sending' });
    queue = new UploadQueue(
      { purpose: 'resource-file', max: 20 },
      { ...server.wire, listUploads: async () => [listed] },
    );
    server.uploads.set('half', upload('half', { state: 'checking' }));
    server.sentBytes.set('half', listed.bytes);
    await queue.find();
    expect(item('half')).toMatchObject({ state: 'checking', problem: null });
    server.uploads.set('half', upload('half'));
    await vi.advanceTimersByTimeAsync(500);
    expect(item('half')).toMatchObject({ state: 'ready', isLeftover: true });
  });

  it('uploads a different file of the same name and size from the start', async () => {
    server.uploads.set('plan.pdf-1', upload('plan.pdf-1', { name: 'plan.pdf' }));
    await queue.find();
    await add('plan.pdf');
    await arrive('plan.pdf');
    await vi.advanceTimersByTimeAsync(500);
    const kept = queue.items().map(({ uploadId, state, isLeftover }) => ({ uploadId, state, isLeftover }));
    expect(kept).toEqual([
      { uploadId: 'plan.pdf-1', state: 'ready', isLeftover: true },
      { uploadId: 'plan.pdf', state: 'ready', isLeftover: false },
    ]);
  });

  it('doesn’t count leftovers toward the limit', async () => {
    queue = new UploadQueue({ purpose: 'resource-file', max: 1 }, server.wire);
    server.uploads.set('old', upload('old'));
    await queue.find();
    await add('new');
    expect(item('new').state).toBe('sending');
  });

  it('lists an upload resumed by the library once', async () => {
    await add('plan.pdf');
    server.uploads.set('half', upload('half', { name: 'plan.pdf', state: 'sending' }));
    await queue.find();
    sending('plan.pdf').events.onKnown('half');
    expect(queue.items()).toMatchObject([{ uploadId: 'half', isLeftover: false, state: 'sending' }]);
  });

  it('no longer counts as a leftover once its file is chosen again', async () => {
    server.uploads.set('half', upload('half', { state: 'sending' }));
    await queue.find();
    expect(item('half').isLeftover).toBe(true);
    await add('half');
    await arrive('half');
    await vi.advanceTimersByTimeAsync(500);
    expect(item('half')).toMatchObject({ state: 'ready', isLeftover: false });
  });

  it('stops when the page is left and resumes on return', async () => {
    await add('a b c d');
    queue.close();
    expect(sending('a').aborts).toBe(1);
    await add('e');
    expect(started()).toEqual(['a', 'b', 'c']);
    queue.reopen();
    await settled();
    expect(states()).toBe('a sending, b sending, c sending, d waiting, e waiting');
    expect(sending('a').starts).toBe(2);
  });
});

describe('deleting', () => {
  it('stops the upload and removes it on the server, even while it is being checked', async () => {
    await add('a b c d');
    sending('a').events.onKnown('upload-a');
    server.refusals.push(busy, busy);
    queue.remove('file-1');
    await settled();
    expect(sending('a').aborts).toBe(1);
    expect(states()).toBe('b sending, c sending, d sending');
    expect(server.removed).toEqual([]);
    await vi.advanceTimersByTimeAsync(2100);
    expect(server.removed).toEqual(['upload-a']);
  });

  it('spares attached files', async () => {
    await add('a');
    await arrive('a');
    await vi.advanceTimersByTimeAsync(500);
    queue.forget('file-1');
    await settled();
    expect(queue.items()).toEqual([]);
    expect(server.removed).toEqual([]);
  });
});
