// Whether a recording or a film can be played at all, and how long it is; nothing is decoded.
import { ALL_FORMATS, CustomSource, Input } from 'mediabunny';
import type { MediaSource } from './media-clip.ts';

const MAX_READ_BYTES = 64 * 1024 * 1024;
const MAX_MS = 20_000;

/** Null: nothing in it plays. `seconds` is null where finding out would mean reading all of it. */
export async function readMediaFacts({
  bytes,
  read,
}: MediaSource): Promise<{ seconds: number | null } | null> {
  let left = MAX_READ_BYTES;
  const until = performance.now() + MAX_MS;
  const input = new Input({
    formats: ALL_FORMATS,
    source: new CustomSource({
      getSize: () => bytes,
      read(start, end) {
        left -= end - start;
        if (left < 0 || performance.now() > until) throw new Error('this would take too long');
        return read(start, end);
      },
    }),
  });
  try {
    const tracks = await input.getTracks();
    if (tracks.length === 0) return null;
    const seconds = await input.computeDuration().catch(() => null);
    return {
      seconds:
        seconds !== null && Number.isFinite(seconds) && seconds > 0 ? Math.max(1, Math.round(seconds)) : null,
    };
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
