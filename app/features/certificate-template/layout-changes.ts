// Changes to a layout: each returns a new one, so that they can be undone.
import {
  pageSize,
  type Placeholder,
  PLACEHOLDERS,
  type TemplateElement,
  type TemplateLayout,
  type TextElement,
} from '#shared/features/certificate-template/certificate-template.rules.ts';

export type Box = { x: number; y: number; width: number; height: number };
export type Corner = 'nw' | 'ne' | 'sw' | 'se';

const SMALLEST = 4;
/** Hundredths of a point: finer than any printer. */
const round = (value: number) => Math.round(value * 100) / 100;

export const roundBox = ({ x, y, width, height }: Box): Box => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});

export function updateElement(
  layout: TemplateLayout,
  id: string,
  changes: Partial<TemplateElement>,
): TemplateLayout {
  const elements = layout.elements.map((element) =>
    element.id === id ? ({ ...element, ...changes } as TemplateElement) : element,
  );
  return { ...layout, elements };
}

export const deleteElement = (layout: TemplateLayout, id: string): TemplateLayout => ({
  ...layout,
  elements: layout.elements.filter((element) => element.id !== id),
});

/** `to` counts from the bottom of the page. */
export function moveLayer(layout: TemplateLayout, id: string, to: number): TemplateLayout {
  const element = layout.elements.find((one) => one.id === id);
  if (!element) return layout;
  const others = layout.elements.filter((one) => one.id !== id);
  const at = Math.max(0, Math.min(others.length, to));
  return { ...layout, elements: [...others.slice(0, at), element, ...others.slice(at)] };
}

/** The corner follows the pointer, the opposite one stays. Lines and pictures keep their shape. */
export function resizeBox(
  box: Box,
  corner: Corner,
  by: { x: number; y: number },
  isFixedShape: boolean,
): Box {
  const isWest = corner.endsWith('w');
  const isNorth = corner.startsWith('n');
  let width = Math.max(SMALLEST, box.width + (isWest ? -by.x : by.x));
  let height = Math.max(box.height === 0 ? 0 : SMALLEST, box.height + (isNorth ? -by.y : by.y));
  if (box.height === 0) height = 0;
  if (isFixedShape && box.width > 0 && box.height > 0) {
    const scale = Math.max(width / box.width, height / box.height);
    width = box.width * scale;
    height = box.height * scale;
  }
  return {
    x: isWest ? box.x + box.width - width : box.x,
    y: isNorth ? box.y + box.height - height : box.y,
    width,
    height,
  };
}

export const keepsShape = ({ kind }: TemplateElement) =>
  kind === 'image' || kind === 'qr' || kind === 'wordmark';

/** Another paper or orientation: everything is scaled to fit and stays in the middle. */
export function changePaper(
  layout: TemplateLayout,
  paper: Pick<TemplateLayout, 'paper' | 'orientation'>,
): TemplateLayout {
  const from = pageSize(layout);
  const to = pageSize(paper);
  const scale = Math.min(to.width / from.width, to.height / from.height);
  const left = (to.width - from.width * scale) / 2;
  const top = (to.height - from.height * scale) / 2;
  const elements = layout.elements.map((element): TemplateElement => {
    const { x, y, width, height } = element;
    const box = roundBox({
      x: x * scale + left,
      y: y * scale + top,
      width: width * scale,
      height: height * scale,
    });
    return element.kind === 'text'
      ? { ...element, ...box, size: Math.round(element.size * scale * 10) / 10 }
      : { ...element, ...box };
  });
  return { ...paper, elements };
}

export type NewElement =
  | 'text'
  | 'rectangle'
  | 'ellipse'
  | 'line'
  | 'qr'
  | 'ribbon'
  | 'wordmark'
  | { placeholder: Placeholder }
  | { image: { id: number; width: number; height: number }; as: 'picture' | 'signature' | 'background' };

function freeId(layout: TemplateLayout, kind: string): string {
  const taken = new Set(layout.elements.map(({ id }) => id));
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number++;
  return `${kind}-${number}`;
}

type Point = { x: number; y: number };

/** On top of the page, in the middle or where it was dropped. A background goes below everything. */
export function addElement(layout: TemplateLayout, wanted: NewElement, at?: Point) {
  const element = createElement(layout, wanted, at);
  const isBackground = typeof wanted === 'object' && 'image' in wanted && wanted.as === 'background';
  const elements = isBackground ? [element, ...layout.elements] : [...layout.elements, element];
  return { layout: { ...layout, elements }, id: element.id };
}

const IMAGE_LABELS = { picture: 'Picture', signature: 'Signature', background: 'Background' } as const;
const SHAPE_LABELS = { rectangle: 'Rectangle', ellipse: 'Circle', line: 'Line' } as const;

function createElement(layout: TemplateLayout, wanted: NewElement, at?: Point): TemplateElement {
  const page = pageSize(layout);
  const middle = at ?? { x: page.width / 2, y: page.height / 2 };
  const boxOf = (width: number, height: number): Box =>
    roundBox({ x: middle.x - width / 2, y: middle.y - height / 2, width, height });
  if (typeof wanted === 'object' && 'image' in wanted) {
    const { image, as } = wanted;
    const label = IMAGE_LABELS[as];
    const base = { id: freeId(layout, as), label, kind: 'image', imageId: image.id } as const;
    if (as === 'background') return { ...base, x: 0, y: 0, ...page, isLocked: true };
    const width = Math.min(image.width, as === 'signature' ? 140 : 180);
    return { ...base, ...boxOf(width, (width * image.height) / image.width) };
  }
  if (typeof wanted === 'object') {
    const { placeholder } = wanted;
    return textElement(
      freeId(layout, placeholder),
      PLACEHOLDERS[placeholder],
      `{${placeholder}}`,
      boxOf(200, 24),
    );
  }
  switch (wanted) {
    case 'text':
      return textElement(freeId(layout, 'text'), 'Text', 'Your text', boxOf(200, 24));
    case 'qr':
      return { id: freeId(layout, 'qr'), label: 'QR code', kind: 'qr', ...boxOf(56, 56) };
    case 'ribbon':
      return { id: freeId(layout, 'ribbon'), label: 'Ribbon', kind: 'ribbon', ...boxOf(300, 310) };
    case 'wordmark':
      return { id: freeId(layout, 'wordmark'), label: 'Wordmark', kind: 'wordmark', ...boxOf(76, 28) };
    case 'rectangle':
    case 'ellipse':
    case 'line':
    default: {
      const label = SHAPE_LABELS[wanted];
      const box = wanted === 'line' ? boxOf(160, 0) : boxOf(80, 80);
      const paint =
        wanted === 'line'
          ? ({ fill: null, stroke: 'ink', strokeWidth: 0.8 } as const)
          : ({ fill: 'coral', stroke: null, strokeWidth: 0 } as const);
      return { id: freeId(layout, wanted), label, kind: wanted, ...box, ...paint };
    }
  }
}

function textElement(id: string, label: string, text: string, box: Box): TextElement {
  return {
    id,
    label,
    kind: 'text',
    ...box,
    text,
    font: 'sans',
    size: 12,
    color: 'ink',
    align: 'left',
    overflow: 'wrap',
    anchor: 'top',
  };
}
