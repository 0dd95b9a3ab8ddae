// Runs the same work for many items, a few at a time.

/** Rejects with the first failure; nothing new starts after it. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let isFailing = false;
  const worker = async () => {
    for (const item of waiting) {
      if (isFailing) return;
      try {
        await work(item);
      } catch (error) {
        isFailing = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
