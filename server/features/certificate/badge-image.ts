// The picture of a badge, in the family of our certificates, and how a credential is baked into it.
import { crc32 } from 'node:zlib';
import { printable, printableOr } from '#server/integrations/pdf-characters.ts';
import { drawText, renderSvg, type TextPicture } from '#server/integrations/svg-image.ts';

const SIDE = 640;
const CENTER = SIDE / 2;
const PAPER = '#FFFDF8';
const PLUM = '#5E1F47';
const ROSE = '#D98A8C';
const CORAL = '#E4573D';
const INK = '#241A26';

/** Sizes to try for the title, the largest first, until it fits. */
const TITLE = { sizes: [46, 40, 34, 28, 24], width: 400, height: 118 };

export async function drawBadge({ title: text, issuer }: { title: string; issuer: string }): Promise<Buffer> {
  const [title, label] = await Promise.all([
    drawTitle(text),
    drawText(printableOr(issuer, 'Relevé'), { size: 27, color: PLUM, width: 280 }),
  ]);
  return renderSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">
      <defs><clipPath id="stage"><path d="M0 0H${SIDE}V372H0Z"/></clipPath>
        <clipPath id="disc"><circle cx="${CENTER}" cy="${CENTER}" r="286"/></clipPath></defs>
      <circle cx="${CENTER}" cy="${CENTER}" r="312" fill="${PLUM}"/>
      <circle cx="${CENTER}" cy="${CENTER}" r="296" fill="${PAPER}"/>
      <circle cx="${CENTER}" cy="${CENTER}" r="286" fill="none" stroke="${PLUM}" stroke-width="1.5"/>
      <g clip-path="url(#disc)"><g clip-path="url(#stage)">${drawGesture()}</g>
        <path d="M0 372H${SIDE}" stroke="${PLUM}" stroke-width="1.5"/></g>
      ${title ? place(title, 446) : ''}${place(label, title ? 534 : 450)}
    </svg>`,
  );
}

/** The arc of a raised leg, the veil behind it, and the beat. */
function drawGesture(): string {
  const veil = Array.from({ length: 26 }, (_, at) => {
    const part = at / 25;
    const end = { x: 470 + 90 * Math.sin(part * 2.2), y: 74 + 280 * part };
    const bend = { x: 330 + 20 * part, y: 96 + 236 * part };
    return `<path d="M262 384C${272 + 8 * part} ${300 + 40 * part} ${bend.x} ${bend.y} ${end.x} ${end.y}" opacity="${(0.75 - 0.6 * part).toFixed(2)}"/>`;
  });
  return `<g fill="none" stroke="#9C4A6E" stroke-width="1.4">${veil.join('')}</g>
    <path d="M470 70C330 84 226 196 232 380H262C270 270 330 130 470 70Z" fill="${PLUM}"/>
    <path d="M256 268C290 196 350 176 436 186C370 202 310 226 256 268Z" fill="${ROSE}"/>
    <circle cx="186" cy="150" r="31" fill="${CORAL}"/>`;
}

/** Null if our fonts lack its letters: the badge says it inside. */
async function drawTitle(title: string): Promise<TextPicture | null> {
  const text = printable(title);
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return null;
  for (const size of TITLE.sizes) {
    const picture = await drawText(text, { size, color: INK, width: TITLE.width });
    if (picture.height <= TITLE.height && picture.width <= TITLE.width) return picture;
  }
  return null;
}

const place = ({ href, width, height }: TextPicture, middle: number): string =>
  `<image x="${CENTER - width / 2}" y="${middle - height / 2}" width="${width}" height="${height}" href="${href}"/>`;

/** Signature and header of a PNG, which come first. */
const HEAD_BYTES = 33;

/** Open Badges 3.0, "Baked badge": an uncompressed iTXt chunk with the credential. */
export function bakeBadge(png: Buffer, credential: string): Buffer {
  // Keyword, then no compression (two bytes), no language and no translated keyword.
  const data = Buffer.from(`iTXtopenbadgecredential\0\0\0\0\0${credential}`);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([png.subarray(0, HEAD_BYTES), chunk, png.subarray(HEAD_BYTES)]);
}
