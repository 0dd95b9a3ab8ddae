// Writes a film (WebM, VP8) from drawings, one after the other and each whole: no codec beyond the one for pictures.
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { renderSvgFrame } from './images.ts';

export type Film = {
  width: number;
  height: number;
  framesASecond: number;
  /** SVG of the film's size, drawn when its turn comes. */
  frames: readonly (() => string)[];
};

export async function writeFilm({ width, height, framesASecond, frames }: Film): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: framesASecond });
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: width, codedHeight: height };
  for (const [at, draw] of frames.entries()) {
    const packet = new EncodedPacket(
      await renderSvgFrame(draw()),
      'key',
      at / framesASecond,
      1 / framesASecond,
    );
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  if (!target.buffer) throw new Error('A film was not finished');
  return Buffer.from(target.buffer);
}
