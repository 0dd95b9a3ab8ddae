// The page of a certificate: elements in points (1/72 inch) from the top left. The editor, the page on screen and the
// PDF are all drawn from this. No zod: the browser loads this file.

export const PAPERS = {
  letter: { label: 'US Letter', width: 792, height: 612 },
  a4: { label: 'A4', width: 842, height: 595 },
} as const;
export type Paper = keyof typeof PAPERS;

export const ORIENTATIONS = ['landscape', 'portrait'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

type Size = { width: number; height: number };

/** Width and height of the page in points. */
export function pageSize({ paper, orientation }: { paper: Paper; orientation: Orientation }): Size {
  const { width, height } = PAPERS[paper];
  return orientation === 'landscape' ? { width, height } : { width: height, height: width };
}

/** What `{name}` in a text stands for. */
export const PLACEHOLDERS = {
  name: 'Learner name',
  certification: 'Certification',
  issued: 'Issued on',
  'valid-until': 'Valid until',
  number: 'Number',
  assessor: 'Assessor',
  hours: 'Credit hours',
  modules: 'Number of modules',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

export type CertificateText = Readonly<Record<Placeholder, string>>;

const NUMBER_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** “eight modules”, so that sentences work for one as well. */
export const formatModules = (count: number): string =>
  `${NUMBER_WORDS[count] ?? String(count)} ${count === 1 ? 'module' : 'modules'}`;

/** “40 credit hours”. */
export const formatCreditHours = (hours: number): string =>
  `${hours} credit ${hours === 1 ? 'hour' : 'hours'}`;

/** Where a certificate never expires. */
export const NO_EXPIRY_TEXT = 'No expiry date';

export const TEXT_FONTS = ['serif', 'sans', 'sans-bold'] as const;
export type TextFont = (typeof TEXT_FONTS)[number];

/** The palette of certificates; they look the same in dark mode. */
export const TEMPLATE_COLORS = ['ink', 'muted', 'plum', 'rose', 'coral', 'sage', 'brass', 'paper'] as const;
export type TemplateColor = (typeof TEMPLATE_COLORS)[number];

export const TEMPLATE_COLOR_VALUES: Readonly<Record<TemplateColor, string>> = {
  ink: '#241A26',
  muted: '#594B5B',
  plum: '#5E1F47',
  rose: '#D98A8F',
  coral: '#E4573D',
  sage: '#4F6B58',
  brass: '#9A7434',
  paper: '#FFFDF8',
};

/** Behind placeholders in the editor. */
export const TEMPLATE_MARK_COLOR = '#F4E4EA';

export const TEMPLATE_COLOR_LABELS: Readonly<Record<TemplateColor, string>> = {
  ink: 'Ink',
  muted: 'Gray',
  plum: 'Plum',
  rose: 'Rose',
  coral: 'Coral',
  sage: 'Sage',
  brass: 'Brass',
  paper: 'Paper',
};

type Box = {
  id: string;
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
  isHidden?: boolean;
  isLocked?: boolean;
};

export type TextElement = Box & {
  kind: 'text';
  /** With placeholders in braces: “has completed {modules} modules”. */
  text: string;
  font: TextFont;
  size: number;
  color: TemplateColor;
  align: 'left' | 'center' | 'right';
  /** When it is too long. wrap: two lines, then smaller · shrink: one line, smaller. */
  overflow: 'wrap' | 'shrink';
  /** Where the lines are in a box taller than they need. */
  anchor: 'top' | 'middle' | 'bottom';
};
export type ShapeElement = Box & {
  kind: 'rectangle' | 'ellipse' | 'line';
  fill: TemplateColor | null;
  stroke: TemplateColor | null;
  strokeWidth: number;
};
export type ImageElement = Box & { kind: 'image'; imageId: number };
/** Drawn by us: the ribbon, the wordmark, the QR code of the verification page. */
export type ArtElement = Box & { kind: 'ribbon' | 'wordmark' | 'qr' };
export type TemplateElement = TextElement | ShapeElement | ImageElement | ArtElement;

/** The first element lies at the bottom. */
export type TemplateLayout = { paper: Paper; orientation: Orientation; elements: TemplateElement[] };
