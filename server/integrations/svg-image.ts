// Our own drawings as PNG. Text is set in our display face and drawn as a picture, so that none needs to be installed.
import path from 'node:path';
import sharp from 'sharp';

const FACE = path.join(import.meta.dirname, '../seed/files/fonts/fraunces-390.ttf');

/** Only for SVG written by us: it may refer to other files. */
export const renderSvg = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();

export type TextPicture = { href: string; width: number; height: number };

/** Centered lines of at most `width`, for an `<image>` of an SVG. */
export async function drawText(
  text: string,
  { size, color, width }: { size: number; color: string; width: number },
): Promise<TextPicture> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escaped}</span>`,
      fontfile: FACE,
      font: `Fraunces ${size}`,
      align: 'center',
      width,
      rgba: true,
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const href = `data:image/png;base64,${data.toString('base64')}`;
  return { href, width: info.width, height: info.height };
}
