// The three templates every site starts with. All on US Letter; they are scaled for A4.
import type { ArtElement, ShapeElement, TemplateLayout, TextElement } from './certificate-template.rules.ts';

type Box = readonly [x: number, y: number, width: number, height: number];

const boxOf = ([x, y, width, height]: Box) => ({ x, y, width, height });

type TextStyle = Partial<Omit<TextElement, 'kind' | 'id' | 'label' | 'text'>>;

const text = (id: string, label: string, box: Box, words: string, style: TextStyle): TextElement => ({
  id,
  label,
  kind: 'text',
  ...boxOf(box),
  text: words,
  font: 'sans',
  size: 11.9,
  color: 'muted',
  align: 'left',
  overflow: 'wrap',
  anchor: 'top',
  ...style,
});

const art = (kind: ArtElement['kind'], label: string, box: Box, isLocked?: true): ArtElement => ({
  id: kind,
  label,
  kind,
  ...boxOf(box),
  ...(isLocked && { isLocked }),
});

const line = (id: string, label: string, box: Box, color: ShapeElement['stroke'], strokeWidth: number) =>
  ({ id, label, kind: 'line', ...boxOf(box), fill: null, stroke: color, strokeWidth }) satisfies ShapeElement;

const frame = (id: string, box: Box, color: ShapeElement['stroke'], strokeWidth: number) =>
  ({
    id,
    label: 'Frame',
    kind: 'rectangle',
    ...boxOf(box),
    fill: null,
    stroke: color,
    strokeWidth,
    isLocked: true,
  }) satisfies ShapeElement;

/** A date or a person over what it means, on a line. */
function signed(
  id: string,
  [x, y, width]: readonly [x: number, y: number, width: number],
  words: { value: string; label: string; caption: string; align?: TextElement['align'] },
) {
  const { value, label, caption, align = 'left' } = words;
  const style = { size: 8.4, overflow: 'shrink', align } as const;
  return [
    line(`${id}-line`, `${label}: line`, [x, y, width, 0], 'ink', 0.6),
    text(id, label, [x, y + 5, width, 12], value, { ...style, font: 'sans-bold', color: 'ink' }),
    text(`${id}-caption`, `${label}: caption`, [x, y + 17, width, 12], caption, style),
  ];
}

const BALLET: TemplateLayout = {
  paper: 'letter',
  orientation: 'landscape',
  elements: [
    frame('frame', [17.5, 17.5, 757, 577], 'plum', 0.8),
    art('ribbon', 'Ribbon', [378.5, 58.4, 396, 409]),
    line('floor', 'Floor line', [17.5, 467.4, 757, 0], 'plum', 0.8),
    {
      id: 'disc',
      label: 'Disc',
      kind: 'ellipse',
      ...boxOf([404, 115.6, 41.2, 41.2]),
      fill: 'coral',
      stroke: null,
      strokeWidth: 0,
    },
    art('wordmark', 'Wordmark', [44.4, 38, 67.6, 25]),
    text('opening', 'Opening', [44.4, 290, 300, 18], 'This is to certify that', {}),
    text('name', 'Learner name', [44.4, 312, 340, 70], '{name}', {
      font: 'serif',
      size: 57,
      color: 'ink',
      anchor: 'bottom',
    }),
    text('sentence', 'Sentence', [44.4, 397, 293, 36], 'has completed {modules} and holds the', {
      anchor: 'bottom',
    }),
    text('certification', 'Certification', [44.4, 434, 320, 27], '{certification}', {
      font: 'serif',
      size: 21.4,
      color: 'ink',
      anchor: 'middle',
    }),
    ...signed('assessor', [44.4, 541, 158.4], {
      value: '{assessor}',
      label: 'Assessor',
      caption: 'Course lead and assessor',
    }),
    ...signed('issued', [221.8, 541, 118.8], { value: '{issued}', label: 'Issued on', caption: 'Issued' }),
    ...signed('valid-until', [359.6, 541, 118.8], {
      value: '{valid-until}',
      label: 'Valid until',
      caption: 'Valid until',
    }),
    text('number', 'Number', [560, 546, 126, 12], '{number}', {
      font: 'sans-bold',
      size: 8.4,
      color: 'ink',
      align: 'right',
      overflow: 'shrink',
    }),
    text('number-caption', 'Number: caption', [560, 558, 126, 12], 'Scan to verify', {
      size: 8.4,
      align: 'right',
      overflow: 'shrink',
    }),
    art('qr', 'QR code', [695, 522, 52, 52], true),
  ],
};

const QUIET: TemplateLayout = {
  paper: 'letter',
  orientation: 'landscape',
  elements: [
    frame('frame', [28, 28, 736, 556], 'brass', 1.2),
    frame('inner-frame', [34, 34, 724, 544], 'brass', 0.4),
    art('wordmark', 'Wordmark', [358, 74, 76, 28]),
    text('opening', 'Opening', [196, 166, 400, 20], 'This is to certify that', { size: 12, align: 'center' }),
    text('name', 'Learner name', [106, 192, 580, 84], '{name}', {
      font: 'serif',
      size: 62,
      color: 'ink',
      align: 'center',
      anchor: 'middle',
    }),
    line('rule', 'Rule', [336, 296, 120, 0], 'coral', 1.4),
    text('sentence', 'Sentence', [196, 314, 400, 20], 'has completed {modules} and holds the', {
      size: 12,
      align: 'center',
    }),
    text('certification', 'Certification', [146, 338, 500, 44], '{certification}', {
      font: 'serif',
      size: 30,
      color: 'plum',
      align: 'center',
      anchor: 'middle',
    }),
    art('qr', 'QR code', [368, 440, 56, 56], true),
    text('number', 'Number', [296, 503, 200, 12], '{number}', {
      font: 'sans-bold',
      size: 8.4,
      color: 'ink',
      align: 'center',
      overflow: 'shrink',
    }),
    text('number-caption', 'Number: caption', [296, 515, 200, 12], 'Scan to verify', {
      size: 8.4,
      align: 'center',
      overflow: 'shrink',
    }),
    ...signed('assessor', [74, 503, 190], {
      value: '{assessor}',
      label: 'Assessor',
      caption: 'Course lead and assessor',
    }),
    ...signed('issued', [528, 503, 90], { value: '{issued}', label: 'Issued on', caption: 'Issued' }),
    ...signed('valid-until', [628, 503, 90], {
      value: '{valid-until}',
      label: 'Valid until',
      caption: 'Valid until',
    }),
  ],
};

const PORTRAIT: TemplateLayout = {
  paper: 'letter',
  orientation: 'portrait',
  elements: [
    frame('frame', [22, 22, 568, 748], 'plum', 0.8),
    art('ribbon', 'Ribbon', [222, 22, 368, 374]),
    line('floor', 'Floor line', [22, 396, 568, 0], 'plum', 0.8),
    {
      id: 'disc',
      label: 'Disc',
      kind: 'ellipse',
      ...boxOf([170, 176, 44, 44]),
      fill: 'coral',
      stroke: null,
      strokeWidth: 0,
    },
    art('wordmark', 'Wordmark', [56, 54, 73, 27]),
    text('opening', 'Opening', [56, 432, 400, 18], 'This is to certify that', {}),
    text('name', 'Learner name', [56, 454, 500, 76], '{name}', {
      font: 'serif',
      size: 54,
      color: 'ink',
      anchor: 'middle',
    }),
    text('sentence', 'Sentence', [56, 544, 400, 18], 'has completed {modules} and holds the', {}),
    text('certification', 'Certification', [56, 564, 500, 34], '{certification}', {
      font: 'serif',
      size: 25,
      color: 'plum',
      anchor: 'middle',
    }),
    ...signed('assessor', [56, 700, 150], {
      value: '{assessor}',
      label: 'Assessor',
      caption: 'Course lead and assessor',
    }),
    ...signed('issued', [222, 700, 96], { value: '{issued}', label: 'Issued on', caption: 'Issued' }),
    ...signed('valid-until', [334, 700, 96], {
      value: '{valid-until}',
      label: 'Valid until',
      caption: 'Valid until',
    }),
    art('qr', 'QR code', [500, 640, 56, 56], true),
    text('number', 'Number', [436, 705, 120, 12], '{number}', {
      font: 'sans-bold',
      size: 8.4,
      color: 'ink',
      align: 'right',
      overflow: 'shrink',
    }),
    text('number-caption', 'Number: caption', [436, 717, 120, 12], 'Scan to verify', {
      size: 8.4,
      align: 'right',
      overflow: 'shrink',
    }),
  ],
};

export type StarterTemplate = { key: string; name: string; layout: TemplateLayout };

/** The first is what certificates get if nobody chose another. */
export const STARTER_TEMPLATES: readonly [StarterTemplate, ...StarterTemplate[]] = [
  { key: 'ballet-landscape', name: 'Ballet, landscape', layout: BALLET },
  { key: 'quiet-landscape', name: 'Quiet, landscape', layout: QUIET },
  { key: 'ballet-portrait', name: 'Ballet, portrait', layout: PORTRAIT },
];
