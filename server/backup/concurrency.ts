// Runs the same work for many items, a few at a time.

/** Rejects with the first failure; nothing new starts after it. */
export async function forEachConcurrently<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const waiting = things.values();
  let isFailing = false;
  const worker = async () => {
    for (const thing of waiting) {
      if (isFailing) return;
      try {
        await work(thing);
      } catch (error) {
        isFailing = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
