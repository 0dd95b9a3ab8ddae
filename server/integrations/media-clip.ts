// Preview clips and facts of videos and compressed recordings. Packets are copied, never decoded.
import {
  ALL_FORMATS,
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FlacOutputFormat,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

export type MediaSource = { bytes: number; read(start: number, end: number): Promise<Uint8Array> };

export type MediaClip = {
  data: Buffer;
  contentType: string;
  isVideo: boolean;
  seconds: number;
  width: number | null;
  height: number | null;
};

/** Clips are previews and stay small. */
const MAX_CLIP_BYTES = 12 * 1024 * 1024;
/** Crafted files can send a reader back and forth forever: give up after this much. */
const MAX_READ_BYTES = 96 * 1024 * 1024;
const MAX_FACTS_BYTES = 64 * 1024 * 1024;
const MAX_MS = 20_000;

type Container = { of: RegExp; make(): OutputFormat; video: string | null; audio: string };

const CONTAINERS: readonly Container[] = [
  {
    of: /^(video|audio)\/(mp4|quicktime|x-m4a)/,
    make: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
    video: 'video/mp4',
    audio: 'audio/mp4',
  },
  {
    of: /^(video|audio)\/webm/,
    make: () => new WebMOutputFormat(),
    video: 'video/webm',
    audio: 'audio/webm',
  },
  { of: /^audio\/mpeg/, make: () => new Mp3OutputFormat(), video: null, audio: 'audio/mpeg' },
  { of: /^application\/ogg|^audio\/ogg/, make: () => new OggOutputFormat(), video: null, audio: 'audio/ogg' },
  { of: /^audio\/flac/, make: () => new FlacOutputFormat(), video: null, audio: 'audio/flac' },
];

/** At most half of it. Null for unknown formats or if nothing plays. Rejects if the file is broken. */
export async function cutMedia(source: MediaSource, maxSeconds: number): Promise<MediaClip | null> {
  const input = new Input({
    source: limitedSource(source, { maxBytes: MAX_READ_BYTES }),
    formats: ALL_FORMATS,
  });
  try {
    return await cutInput(input, maxSeconds);
  } finally {
    input.dispose();
  }
}

async function cutInput(input: Input, maxSeconds: number): Promise<MediaClip | null> {
  const mimeType = await input.getMimeType();
  const container = CONTAINERS.find(({ of }) => of.test(mimeType));
  if (!container) return null;
  const video = container.video === null ? null : await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video && !audio) return null;
  const target = new BufferTarget();
  const output = new Output({ format: container.make(), target });
  const copies: Copy[] = [];
  if (video) copies.push(await copierOfVideo(output, video));
  if (audio) copies.push(await copierOfAudio(output, audio));
  await output.start();
  const budget = { bytes: MAX_CLIP_BYTES, until: performance.now() + MAX_MS };
  let seconds = 0;
  const until = Math.min(maxSeconds, (await input.computeDuration()) / 2);
  for (const copy of copies) seconds = Math.max(seconds, await copy(until, budget));
  await output.finalize();
  if (!target.buffer || seconds === 0) return null;
  return {
    data: Buffer.from(target.buffer),
    contentType: video && container.video ? container.video : container.audio,
    isVideo: video !== null,
    seconds: Math.max(1, Math.round(seconds)),
    width: video ? await video.getDisplayWidth() : null,
    height: video ? await video.getDisplayHeight() : null,
  };
}

function limitedSource(
  { bytes, read }: MediaSource,
  { maxBytes, maxMs = Infinity }: { maxBytes: number; maxMs?: number },
): CustomSource {
  let left = maxBytes;
  const until = performance.now() + maxMs;
  return new CustomSource({
    getSize: () => bytes,
    read(start, end) {
      left -= end - start;
      if (left < 0 || performance.now() > until) throw new Error('reading this file takes too long');
      return read(start, end);
    },
  });
}

type Budget = { bytes: number; until: number };
/** Returns the end of the copied part. */
type Copy = (until: number, budget: Budget) => Promise<number>;

async function copierOfVideo(output: Output, track: InputVideoTrack): Promise<Copy> {
  const source = new EncodedVideoPacketSource(known(await track.getCodec()));
  const meta = { decoderConfig: known(await track.getDecoderConfig()) };
  output.addVideoTrack(source, { rotation: await track.getRotation() });
  return (until, budget) => copyPackets(track, (packet) => source.add(packet, meta), until, budget);
}

async function copierOfAudio(output: Output, track: InputAudioTrack): Promise<Copy> {
  const source = new EncodedAudioPacketSource(known(await track.getCodec()));
  const meta = { decoderConfig: known(await track.getDecoderConfig()) };
  output.addAudioTrack(source);
  return (until, budget) => copyPackets(track, (packet) => source.add(packet, meta), until, budget);
}

function known<T>(value: T | null): T {
  if (value === null) throw new Error('its format is not supported');
  return value;
}

async function copyPackets(
  track: InputTrack,
  add: (packet: EncodedPacket) => Promise<void>,
  until: number,
  budget: Budget,
): Promise<number> {
  let end = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    budget.bytes -= packet.byteLength;
    if (packet.timestamp >= until || budget.bytes < 0) break;
    if (performance.now() > budget.until) throw new Error('it takes too long to read');
    // Packets before the start are only for the decoder.
    if (packet.timestamp < 0) continue;
    await add(packet);
    end = Math.max(end, packet.timestamp + packet.duration);
  }
  return end;
}

/**
 * Whether a recording or video plays, and how long it is, without decoding it. Null: nothing in it plays. `seconds` is
 * null where finding out would mean reading the whole file.
 */
export async function readMediaMetadata(source: MediaSource): Promise<{ seconds: number | null } | null> {
  const limits = { maxBytes: MAX_FACTS_BYTES, maxMs: MAX_MS };
  const input = new Input({ formats: ALL_FORMATS, source: limitedSource(source, limits) });
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
