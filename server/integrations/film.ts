// Writes a video (WebM, VP8) from drawings. Every frame is a key frame, so the image encoder is codec enough.
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { renderSvgFrame } from './images.ts';

export type Film = {
  width: number;
  height: number;
  framesASecond: number;
  /** SVGs of the video's size; repeated frames are drawn once. */
  frames: readonly string[];
};

export async function writeFilm({ width, height, framesASecond, frames }: Film): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: framesASecond });
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: width, codedHeight: height };
  const drawn = new Map<string, Buffer>();
  for (const [at, svg] of frames.entries()) {
    const picture = drawn.get(svg) ?? (await renderSvgFrame(svg));
    drawn.set(svg, picture);
    await source.add(new EncodedPacket(picture, 'key', at / framesASecond, 1 / framesASecond), {
      decoderConfig,
    });
  }
  await output.finalize();
  if (!target.buffer) throw new Error('A film was not finished');
  return Buffer.from(target.buffer);
}
