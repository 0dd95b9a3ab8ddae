// QR codes as one path of squares, for SVG and PDF.
import { create } from 'qrcode';
import type { QrCode } from './drawing.rules.ts';

export function drawQr(text: string): QrCode {
  // M: readable with 15 % of it worn off, which a folded certificate may need.
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!data[row * size + column]) continue;
      const start = column;
      while (column < size && data[row * size + column]) column++;
      path += `M${start} ${row}h${column - start}v1h${start - column}z`;
    }
  }
  return { path, modules: size };
}
