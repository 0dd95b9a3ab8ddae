// A certificate ready to be drawn: placeholders filled in, lines broken, the QR code turned into squares. The page on
// screen, the PDF and the social image are all drawn from this.
import {
  type CertificateText,
  pageSize,
  type Placeholder,
  PLACEHOLDERS,
  type ShapeElement,
  type TemplateColor,
  type TemplateLayout,
  type TextElement,
  type TextFont,
} from './certificate-template.rules.ts';
import { fitText, LINE_HEIGHTS, type Measure } from './text-fit.rules.ts';

/** `x` is the left end of the line, `y` its baseline. */
export type DrawnLine = { text: string; x: number; y: number; width: number };
type DrawnBox = { id: string; x: number; y: number; width: number; height: number };

export type DrawnText = DrawnBox & {
  kind: 'text';
  font: TextFont;
  size: number;
  color: TemplateColor;
  lines: DrawnLine[];
  isReadable: boolean;
};
export type DrawnShape = DrawnBox & Pick<ShapeElement, 'kind' | 'fill' | 'stroke' | 'strokeWidth'>;
export type DrawnImage = DrawnBox & { kind: 'image'; url: string };
export type DrawnArt = DrawnBox & { kind: 'ribbon' | 'wordmark' };
/** `path` is in modules: a square of `modules` by `modules`. */
export type DrawnQr = DrawnBox & { kind: 'qr'; path: string; modules: number };
export type DrawnElement = DrawnText | DrawnShape | DrawnImage | DrawnArt | DrawnQr;

export type CertificateDrawing = {
  width: number;
  height: number;
  /** What the drawing is of, for people who can't see it. */
  title: string;
  elements: DrawnElement[];
};

export type QrCode = { path: string; modules: number };

type DrawInput = {
  layout: TemplateLayout;
  text: CertificateText;
  title: string;
  qr: QrCode;
  measure: Measure;
  /** The address of a picture by its id; pictures that no longer exist are left out. */
  imageUrl: (imageId: number) => string | null;
};

export function drawTemplate({ layout, text, title, qr, measure, imageUrl }: DrawInput): CertificateDrawing {
  const elements: DrawnElement[] = [];
  for (const element of layout.elements) {
    if (element.isHidden) continue;
    const { id, x, y, width, height } = element;
    const box = { id, x, y, width, height };
    switch (element.kind) {
      case 'text':
        elements.push(drawText(element, text, measure));
        break;
      case 'image': {
        const url = imageUrl(element.imageId);
        if (url) elements.push({ ...box, kind: 'image', url });
        break;
      }
      case 'qr':
        elements.push({ ...box, kind: 'qr', ...qr });
        break;
      case 'ribbon':
      case 'wordmark':
        elements.push({ ...box, kind: element.kind });
        break;
      case 'rectangle':
      case 'ellipse':
      case 'line': {
        const { kind, fill, stroke, strokeWidth } = element;
        elements.push({ ...box, kind, fill, stroke, strokeWidth });
        break;
      }
    }
  }
  return { ...pageSize(layout), title, elements };
}

export function drawText(element: TextElement, text: CertificateText, measure: Measure): DrawnText {
  const { id, x, y, width, height, font, color, align, anchor } = element;
  const { size, lines, isReadable } = fitText(element, fillPlaceholders(element.text, text), measure);
  const step = LINE_HEIGHTS[font] * size;
  const left = { left: 0, center: 0.5, right: 1 }[align];
  const top = y + { top: 0, middle: 0.5, bottom: 1 }[anchor] * (height - step * lines.length);
  return {
    id,
    kind: 'text',
    x,
    y,
    width,
    height,
    font,
    size,
    color,
    isReadable,
    lines: lines.map((line, at) => ({
      text: line.text,
      width: line.width,
      x: x + left * (width - line.width),
      // Capitals are about 0.7 of the size: their middle is the middle of the line.
      y: top + step * (at + 0.5) + 0.35 * size,
    })),
  };
}

const IN_BRACES = /\{([a-z-]+)\}/g;

const isPlaceholder = (word: string): word is Placeholder => Object.hasOwn(PLACEHOLDERS, word);

export function fillPlaceholders(text: string, values: CertificateText): string {
  return text.replaceAll(IN_BRACES, (whole, word: string) => (isPlaceholder(word) ? values[word] : whole));
}
