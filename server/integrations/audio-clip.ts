// A preview clip and waveform of a recording. Reads WAV with any sample format.

export type AudioClip = { data: Buffer; seconds: number; peaks: number[] };

/** Peaks for a drawing some hundred pixels wide. */
const PEAKS = 120;
/** Fade-out at the end of a clip, to avoid a click. */
const FADE_SECONDS = 0.6;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

type Format = { isFloat: boolean; channels: number; rate: number; sampleBytes: number };
type Chunks = { format: Format; samplesAt: number; sampleBytes: number };

/** At most half of the recording. Null if we cannot read it. `bytes` may be only the beginning of the file. */
export function cutWav(
  bytes: Buffer,
  { maxSeconds, wholeBytes }: { maxSeconds: number; wholeBytes: number },
): AudioClip | null {
  const found = findChunks(bytes);
  if (!found) return null;
  const { format, samplesAt, sampleBytes } = found;
  const frameBytes = format.channels * format.sampleBytes;
  const there = Math.floor((bytes.length - samplesAt) / frameBytes);
  // A header may claim more data than there is; never show everything because of it.
  const half = Math.ceil(Math.min(sampleBytes / frameBytes, wholeBytes / frameBytes) / 2);
  const frames = Math.min(there, half, Math.floor(maxSeconds * format.rate));
  if (frames < 1) return null;
  const mono = readMono(bytes, { ...format, samplesAt, frames });
  fadeOut(mono, format.rate);
  return {
    data: writeWav(mono, format.rate),
    seconds: Math.max(1, Math.round(frames / format.rate)),
    peaks: peaksOf(mono),
  };
}

function findChunks(bytes: Buffer): Chunks | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: Format | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && at + 24 <= bytes.length) format = readFormat(bytes.subarray(at + 8));
    if (name === 'data') return format && { format, samplesAt: at + 8, sampleBytes: length };
    at += 8 + length + (length % 2);
  }
  return null;
}

function readFormat(chunk: Buffer): Format | null {
  const given = chunk.readUInt16LE(0);
  const tag = given === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : given;
  const channels = chunk.readUInt16LE(2);
  const rate = chunk.readUInt32LE(4);
  const bits = chunk.readUInt16LE(14);
  const isKnown = (tag === PCM && [8, 16, 24, 32].includes(bits)) || (tag === FLOAT && bits === 32);
  if (!isKnown || channels < 1 || channels > 16 || rate < 4000 || rate > 192_000) return null;
  return { isFloat: tag === FLOAT, channels, rate, sampleBytes: bits / 8 };
}

function readMono(
  bytes: Buffer,
  { isFloat, channels, sampleBytes, samplesAt, frames }: Format & { samplesAt: number; frames: number },
): Float32Array {
  const read = (at: number) => {
    if (isFloat) return bytes.readFloatLE(at);
    if (sampleBytes === 1) return (bytes.readUInt8(at) - 128) / 128;
    return bytes.readIntLE(at, sampleBytes) / 2 ** (8 * sampleBytes - 1);
  };
  const mono = new Float32Array(frames);
  for (let frame = 0, at = samplesAt; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += sampleBytes) sum += read(at);
    mono[frame] = Number.isFinite(sum) ? sum / channels : 0;
  }
  return mono;
}

function fadeOut(mono: Float32Array, rate: number): void {
  const length = Math.min(mono.length, Math.floor(FADE_SECONDS * rate));
  for (let left = 0; left < length; left++) {
    const at = mono.length - 1 - left;
    mono[at] = (mono[at] ?? 0) * (left / length);
  }
}

/** 0 to 100, normalized so that quiet recordings have a visible waveform. */
function peaksOf(mono: Float32Array): number[] {
  const loudest = Array.from({ length: PEAKS }, (_, at) => {
    const from = Math.floor((at * mono.length) / PEAKS);
    const to = Math.max(from + 1, Math.floor(((at + 1) * mono.length) / PEAKS));
    return mono.subarray(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  });
  const most = Math.max(...loudest, 0.001);
  return loudest.map((level) => Math.round((level / most) * 100));
}

/** Mono, 16 bit, which every player supports. */
export function writeWav(mono: Float32Array, rate: number): Buffer {
  const dataBytes = mono.length * 2;
  const file = Buffer.alloc(44 + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  for (const [at, sample] of mono.entries()) {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2);
  }
  return file;
}
