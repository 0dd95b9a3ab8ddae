// Limits how many pages a process renders at once. Rendering uses the same thread as the API, so uncached pages wait in
// a short queue, and requests beyond that are rejected immediately.
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';

/** Each lane has its own queue, and the queues take turns, so a crowd in one barely affects the others. */
const LANES = ['member', 'renewal', 'guest', 'crawler'] as const;
export type Lane = (typeof LANES)[number];

type Limits = {
  /** More than one, so that a page can wait for the database while another is rendered. */
  atOnce: number;
  /** Per lane. */
  waiting: number;
  /** Per caller, so that a single address cannot fill a lane. */
  waitingEach: number;
  waitMs: number;
  /** A page that takes longer is waiting, not using the CPU: the next one may start. */
  holdMs: number;
};

const LIMITS: Limits = { atOnce: 2, waiting: 40, waitingEach: 12, waitMs: 1500, holdMs: 2000 };

/** This process is at its limit; try again in a moment or on another process. */
export class TooBusy extends AppError {
  override retryAfterSeconds = 2;

  constructor() {
    super('unavailable', 'Too many pages are being requested right now. Please try again in a few seconds.');
  }
}

type Waiting = { who: string; begin: () => void };

export class RenderGate {
  readonly #limits: Limits;
  readonly #queues = new Map<Lane, Waiting[]>(LANES.map((lane) => [lane, []]));
  #running = 0;
  #lastServed = 0;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Several pages are waiting: use a stale copy if there is one. */
  get isBusy(): boolean {
    const waiting = [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
    return waiting >= 2 * this.#limits.atOnce;
  }

  /** Whether `run` would accept this caller now. */
  hasRoom(lane: Lane, who: string): boolean {
    const { atOnce, waiting, waitingEach } = this.#limits;
    if (this.#running < atOnce) return true;
    const queue = this.#queues.get(lane) ?? [];
    return queue.length < waiting && queue.filter((one) => one.who === who).length < waitingEach;
  }

  async run<T>(lane: Lane, who: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(lane, who);
    let isHeld = true;
    const release = async () => {
      if (!isHeld) return;
      isHeld = false;
      // Let requests that arrived meanwhile go first.
      await setImmediate();
      this.#leave();
    };
    const timer = setTimeout(() => void release(), this.#limits.holdMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      void release();
    }
  }

  #enter(lane: Lane, who: string): Promise<void> | void {
    if (!this.hasRoom(lane, who)) throw new TooBusy();
    const { atOnce, waitMs } = this.#limits;
    if (this.#running < atOnce) {
      this.#running++;
      return;
    }
    const queue = this.#queues.get(lane) ?? [];
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(new TooBusy());
      }, waitMs);
      const entry: Waiting = {
        who,
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(entry);
    });
  }

  /** Passes the slot to the next lane with someone waiting, or frees it. */
  #leave(): void {
    for (let step = 1; step <= LANES.length; step++) {
      const at = (this.#lastServed + step) % LANES.length;
      const next = this.#queues.get(LANES[at] ?? 'guest')?.shift();
      if (next) {
        this.#lastServed = at;
        next.begin();
        return;
      }
    }
    this.#running--;
  }
}
