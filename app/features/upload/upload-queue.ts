// The files one part of a page sends: a few at once, paused, taken up again and thrown away as their sender wishes. Knows
// no React, so that it can outlive a render and be tried without a page.
import { CHOOSE_AGAIN, isAttached, itemOf, refusalBefore, type UploadItem } from './upload-item.ts';
import * as api from './upload.api.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';

const AT_ONCE = 3;
const FIRST_LOOK_MS = 400;
const LONGEST_LOOK_MS = 4000;

type Sending = Pick<api.Sending, 'start' | 'abort'>;
type Entry = { item: UploadItem; file: File | null; sending: Sending | null; isPreparing?: boolean };
type Options = { purpose: UploadPurpose; max: number };

/** What it asks of the server. */
export type UploadWire = Pick<typeof api, 'fetchSentBytes' | 'getUpload' | 'listUploads' | 'deleteUpload'> & {
  prepareSending(what: api.ToSend, events: api.SendingEvents): Promise<Sending>;
};

export class UploadQueue {
  readonly #options: Options;
  readonly #wire: UploadWire;
  readonly #listeners = new Set<() => void>();
  #entries: Entry[] = [];
  #items: readonly UploadItem[] = [];
  #count = 0;
  #isOver = false;

  constructor(options: Options, wire: UploadWire = api) {
    this.#options = options;
    this.#wire = wire;
  }

  readonly items = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Refused ones are listed too, so that nobody looks for a file in vain. */
  add(files: readonly File[]): void {
    for (const file of files) {
      const known = this.#entries.find(({ item }) => isSameFile(item, file));
      if (known) {
        known.file = file;
        this.#change(known, { state: 'waiting', problem: null, isLeftover: false });
        continue;
      }
      const taken = this.#entries.filter(({ item }) => isAttached(item)).length;
      const problem = refusalBefore(file, { ...this.#options, taken });
      const item: UploadItem = {
        key: `file-${++this.#count}`,
        name: file.name,
        bytes: file.size,
        sent: 0,
        state: problem ? 'refused' : 'waiting',
        problem,
        uploadId: null,
        isLeftover: false,
      };
      this.#entries.push({ item, file, sending: null });
    }
    this.#publish();
    this.#sendNext();
  }

  /** Which of them goes on when this file is chosen. */
  awaiting(file: File): string | null {
    return this.#entries.find(({ item }) => isSameFile(item, file))?.item.key ?? null;
  }

  pause(key: string): void {
    const entry = this.#find(key);
    if (entry?.item.state !== 'sending' && entry?.item.state !== 'waiting') return;
    void entry.sending?.abort();
    this.#change(entry, { state: 'paused' });
    this.#sendNext();
  }

  resume(key: string): void {
    const entry = this.#find(key);
    if (!entry || !['paused', 'failed'].includes(entry.item.state)) return;
    if (entry.file) this.#change(entry, { state: 'waiting', problem: null });
    else this.#change(entry, { problem: CHOOSE_AGAIN });
    this.#sendNext();
  }

  retry(key: string): void {
    this.resume(key);
  }

  /** Throws it away here and on the server. */
  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    this.forget(key);
    void entry.sending?.abort();
    if (entry.item.uploadId) void removeForGood(this.#wire, entry.item.uploadId);
  }

  /** Something has taken it over: it leaves the list, and its bytes stay. */
  forget(key: string): void {
    this.#entries = this.#entries.filter(({ item }) => item.key !== key);
    this.#publish();
    this.#sendNext();
  }

  /** What an earlier visit sent and nothing took over. */
  async find(): Promise<void> {
    const uploads = await this.#wire.listUploads();
    for (const upload of uploads.toReversed()) {
      if (upload.purpose !== this.#options.purpose || upload.state === 'refused') continue;
      const item = await this.#findItem(upload);
      // Last of all: somebody else may have been looking at the same time.
      if (!item || this.#entries.some((known) => known.item.uploadId === upload.id)) continue;
      const entry: Entry = { item, file: null, sending: null };
      this.#entries.push(entry);
      if (entry.item.state === 'checking') void this.#watch(entry);
    }
    this.#publish();
  }

  /** Null if it is gone. Another tab may have sent the rest of it since the list was made. */
  async #findItem(upload: Upload): Promise<UploadItem | null> {
    if (upload.state !== 'sending') return itemOf(upload, upload.bytes);
    const sent = await this.#wire.fetchSentBytes(upload.id);
    if (sent < upload.bytes) return itemOf(upload, sent);
    const arrived = await this.#wire.getUpload(upload.id).catch(() => null);
    return arrived && arrived.state !== 'used' ? itemOf(arrived, arrived.bytes) : null;
  }

  /** The page goes: what is under way stops, and can be taken up by the next visit. */
  close(): void {
    this.#isOver = true;
    for (const entry of this.#entries) {
      void entry.sending?.abort();
      if (entry.item.state === 'sending') this.#change(entry, { state: 'waiting' });
    }
  }

  /** The page is back, as React's strict mode does it. */
  reopen(): void {
    this.#isOver = false;
    this.#sendNext();
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find(({ item }) => item.key === key);
  }

  #change(entry: Entry, changes: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...changes };
    this.#publish();
  }

  #publish(): void {
    this.#items = this.#entries.map(({ item }) => item);
    for (const listener of this.#listeners) listener();
  }

  #sendNext(): void {
    if (this.#isOver) return;
    const running = this.#entries.filter(({ item }) => item.state === 'sending').length;
    const waiting = this.#entries.filter(({ item, file }) => item.state === 'waiting' && file);
    for (const entry of waiting.slice(0, Math.max(0, AT_ONCE - running))) void this.#send(entry);
  }

  async #send(entry: Entry): Promise<void> {
    const { file } = entry;
    if (!file) return;
    this.#change(entry, { state: 'sending', problem: null });
    // Paused and taken up again while the library is loading: it is started once, when that is there.
    if (entry.isPreparing) return;
    try {
      entry.isPreparing = true;
      const { purpose } = this.#options;
      const { uploadId } = entry.item;
      entry.sending ??= await this.#wire.prepareSending(
        { file, purpose, uploadId },
        {
          onKnown: (uploadId) => this.#known(entry, uploadId),
          onProgress: (sent) => this.#change(entry, { sent }),
          onArrived: () => this.#arrived(entry),
          onFailed: (problem) => this.#failed(entry, problem),
        },
      );
    } catch {
      this.#failed(entry, 'It could not be sent. Check the connection, then try again.');
      return;
    } finally {
      entry.isPreparing = false;
    }
    // Paused or thrown away meanwhile.
    if (entry.item.state === 'sending' && this.#find(entry.item.key)) entry.sending.start();
  }

  /** The library may have picked up a half-sent upload that is also listed as a leftover: one line for it is enough. */
  #known(entry: Entry, uploadId: string): void {
    this.#entries = this.#entries.filter((one) => one === entry || one.item.uploadId !== uploadId);
    this.#change(entry, { uploadId });
  }

  #arrived(entry: Entry): void {
    entry.sending = null;
    entry.file = null;
    this.#change(entry, { state: 'checking', sent: entry.item.bytes });
    void this.#watch(entry);
    this.#sendNext();
  }

  #failed(entry: Entry, problem: string): void {
    entry.sending = null;
    this.#change(entry, { state: 'failed', problem });
    this.#sendNext();
  }

  /** Until the server has looked at it. */
  async #watch(entry: Entry): Promise<void> {
    const { uploadId } = entry.item;
    if (!uploadId) return;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 1.5, LONGEST_LOOK_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#isOver || !this.#find(entry.item.key)) return;
      const upload = await this.#wire.getUpload(uploadId).catch((error: unknown) => {
        if (error instanceof Error && 'status' in error && error.status === 404) return null;
        return undefined;
      });
      if (upload === null) {
        this.#change(entry, { state: 'refused', problem: 'It is no longer there. Send it again.' });
        return;
      }
      if (!upload || upload.state === 'checking' || upload.state === 'sending') continue;
      const { key, isLeftover } = entry.item;
      this.#change(entry, { ...itemOf(upload, upload.bytes), key, isLeftover });
      return;
    }
  }
}

/** One that only waits for its file to be chosen again. */
function isSameFile({ state, name, bytes, sent }: UploadItem, file: File): boolean {
  return ['paused', 'failed'].includes(state) && name === file.name && bytes === file.size && sent < bytes;
}

const REMOVE_TRIES = 10;

/** While it is being checked the server says “in a moment”; what stays behind all the same, its own job removes. */
async function removeForGood({ deleteUpload }: UploadWire, id: string): Promise<void> {
  for (let left = REMOVE_TRIES; left > 0; left--) {
    const status = await deleteUpload(id).then(
      () => 204,
      (error: unknown) => (error instanceof Error && 'status' in error ? Number(error.status) : 0),
    );
    if (status !== 409 && status !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
