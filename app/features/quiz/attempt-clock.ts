// How long an attempt stays open, as its page shows it. The server decides.

/** What is open when the time is up. */
export type TimedRoom = {
  /** Resolves when everything given so far is saved, or can't be. */
  flush: () => Promise<void>;
  /** Asks for the attempt again: by then the server has closed it, and the page goes on to the results. */
  refresh: () => Promise<unknown>;
};

type ClockProps = TimedRoom & { show: (secondsLeft: number) => void };

/** Counts down and closes the room at zero. Returns what stops it. */
export function startClock(secondsLeft: number, { show, flush, refresh }: ClockProps): () => void {
  const end = performance.now() + secondsLeft * 1000;
  const tick = setInterval(() => {
    const left = Math.max(0, (end - performance.now()) / 1000);
    show(left);
    if (left > 0) return;
    clearInterval(tick);
    void flush().then(refresh);
  }, 500);
  return () => clearInterval(tick);
}
