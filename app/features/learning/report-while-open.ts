/** Readers are asked for less often than players: it only counts the time. */
export const STILL_HERE_MS = 45_000;

/** Reports that a page was opened, and from time to time that it is still looked at. Returns what ends it. */
export function reportWhileOpen(report: () => void): () => void {
  const reportIfSeen = () => {
    if (!document.hidden) report();
  };
  reportIfSeen();
  const timer = setInterval(reportIfSeen, STILL_HERE_MS);
  return () => clearInterval(timer);
}
