// Queue of uploads: sends a few files at once, and can pause, resume and delete them. Independent
// of React, so it outlives renders and is testable on its own.
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

/** The server calls it needs. */
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

  /** Refused files are listed too, so users see what happened to them. */
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

  /** The upload this file resumes. */
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

  /** Deletes it here and on the server. */
  remove(key: string): void {
    const entry = this.#find(key);
    if (!entry) return;
    this.forget(key);
    void entry.sending?.abort();
    if (entry.item.uploadId) void removeForGood(this.#wire, entry.item.uploadId);
  }

  /** Removes an attached upload from the list. */
  forget(key: string): void {
    this.#entries = this.#entries.filter(({ item }) => item.key !== key);
    this.#publish();
    this.#sendNext();
  }

  /** Unattached uploads of earlier visits. */
  async find(): Promise<void> {
    const uploads = await this.#wire.listUploads();
    for (const upload of uploads.toReversed()) {
      if (upload.purpose !== this.#options.purpose || upload.state === 'refused') continue;
      const item = await this.#findItem(upload);
      // Check again: another call may have added it meanwhile.
      if (!item || this.#entries.some((known) => known.item.uploadId === upload.id)) continue;
      const entry: Entry = { item, file: null, sending: null };
      this.#entries.push(entry);
      if (entry.item.state === 'checking') void this.#watch(entry);
    }
    this.#publish();
  }

  /** Null if it is gone. Another tab may have finished it. */
  async #findItem(upload: Upload): Promise<UploadItem | null> {
    if (upload.state !== 'sending') return itemOf(upload, upload.bytes);
    const sent = await this.#wire.fetchSentBytes(upload.id);
    if (sent < upload.bytes) return itemOf(upload, sent);
    const arrived = await this.#wire.getUpload(upload.id).catch(() => null);
    return arrived && arrived.state !== 'used' ? itemOf(arrived, arrived.bytes) : null;
  }

  /** The page is left: uploads stop and can be resumed on the next visit. */
  close(): void {
    this.#isOver = true;
    for (const entry of this.#entries) {
      void entry.sending?.abort();
      if (entry.item.state === 'sending') this.#change(entry, { state: 'waiting' });
    }
  }

  /** The page is mounted again, as in React's strict mode. */
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
    // Paused and resumed while the library was loading; started only once.
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
      this.#failed(entry, 'The upload failed. Check your connection and try again.');
      return;
    } finally {
      entry.isPreparing = false;
    }
    // Paused or deleted in the meantime.
    if (entry.item.state === 'sending' && this.#find(entry.item.key)) entry.sending.start();
  }

  /** The library may have resumed an upload that is also listed as a leftover; keep one. */
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

  /** Polls until the server has checked it. */
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
        this.#change(entry, { state: 'refused', problem: 'The file is gone. Upload it again.' });
        return;
      }
      if (!upload || upload.state === 'checking' || upload.state === 'sending') continue;
      const { key, isLeftover } = entry.item;
      this.#change(entry, { ...itemOf(upload, upload.bytes), key, isLeftover });
      return;
    }
  }
}

/** Waiting for its file to be chosen again. */
function isSameFile({ state, name, bytes, sent }: UploadItem, file: File): boolean {
  return ['paused', 'failed'].includes(state) && name === file.name && bytes === file.size && sent < bytes;
}

const REMOVE_TRIES = 10;

/** The server refuses while it is checking the file; a job deletes what is left over. */
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
