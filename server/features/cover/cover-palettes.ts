// The inks of the covers: one palette per dance style, each printed three ways
// (as is, reversed, on paper). Answers which colours one print uses.
import type { DanceStyle } from '#shared/vocabulary.ts';

export type Palette = {
  ground: string;
  field: string;
  veilFrom: string;
  veilTo: string;
  cut: string;
  secondCut: string;
  disc: string;
};

export const PALETTES: Readonly<Record<DanceStyle, Palette>> = {
  Ballet: {
    ground: '#F1DBD3',
    field: '#E9C4BC',
    veilFrom: '#C9707F',
    veilTo: '#5E1F47',
    cut: '#5E1F47',
    secondCut: '#FBF3EA',
    disc: '#E4573D',
  },
  Contemporary: {
    ground: '#1F464C',
    field: '#173A40',
    veilFrom: '#5FA097',
    veilTo: '#F3E7D3',
    cut: '#EBA17A',
    secondCut: '#F3E7D3',
    disc: '#E4573D',
  },
  'Hip Hop': {
    ground: '#2C43A8',
    field: '#233690',
    veilFrom: '#7C93EA',
    veilTo: '#F7EDDB',
    cut: '#F5BF2C',
    secondCut: '#F7EDDB',
    disc: '#EC5A3B',
  },
  Jazz: {
    ground: '#E5AC36',
    field: '#D99A1F',
    veilFrom: '#C2571B',
    veilTo: '#6E1436',
    cut: '#6E1436',
    secondCut: '#FBEBCB',
    disc: '#D63C26',
  },
  Tap: {
    ground: '#211B20',
    field: '#2E262B',
    veilFrom: '#7D6238',
    veilTo: '#E3BE7A',
    cut: '#F3E7D3',
    secondCut: '#CFA45C',
    disc: '#E4573D',
  },
  Ballroom: {
    ground: '#1D234D',
    field: '#272E60',
    veilFrom: '#B26C8C',
    veilTo: '#F2D7B0',
    cut: '#EBC3B4',
    secondCut: '#9A4A70',
    disc: '#F3CF8A',
  },
  Latin: {
    ground: '#E65A41',
    field: '#D4472F',
    veilFrom: '#F7A257',
    veilTo: '#FDE6BF',
    cut: '#75123F',
    secondCut: '#FBE3C0',
    disc: '#F9BC3F',
  },
  Folk: {
    ground: '#F0E5CF',
    field: '#E4D3B0',
    veilFrom: '#C98C2B',
    veilTo: '#23407C',
    cut: '#A92B2B',
    secondCut: '#23407C',
    disc: '#DE9A2C',
  },
  Modern: {
    ground: '#DDC9AD',
    field: '#CDB08B',
    veilFrom: '#A4572F',
    veilTo: '#211B20',
    cut: '#211B20',
    secondCut: '#B5472A',
    disc: '#2F55A8',
  },
  Swing: {
    ground: '#237F7C',
    field: '#1B6D6B',
    veilFrom: '#7FC3B4',
    veilTo: '#FBEBCB',
    cut: '#F7EAD0',
    secondCut: '#F2A33C',
    disc: '#E4573D',
  },
  Breakdance: {
    ground: '#3B2566',
    field: '#301C56',
    veilFrom: '#8E6FD0',
    veilTo: '#DDE765',
    cut: '#DDE765',
    secondCut: '#F5EDE0',
    disc: '#F2683A',
  },
  Other: {
    ground: '#CBD5C1',
    field: '#B8C7AD',
    veilFrom: '#7A9A7E',
    veilTo: '#45244B',
    cut: '#45244B',
    secondCut: '#F6F0E3',
    disc: '#E4573D',
  },
};

type Corrections = Partial<Record<DanceStyle, Partial<Palette>>>;

// Where the computed reversal puts two inks too close together, a hand-picked one replaces it.
const REVERSED: Corrections = {
  Ballet: { secondCut: '#D98A8F' },
  Contemporary: { disc: '#F3E7D3' },
  'Hip Hop': { veilFrom: '#DB9C10', veilTo: '#2C43A8' },
  Jazz: { secondCut: '#FBEBCB' },
  Ballroom: { disc: '#C2523F' },
  Folk: { secondCut: '#E7B04A', veilTo: '#F0E5CF' },
  Swing: { secondCut: '#E8932A' },
  Breakdance: { secondCut: '#F2683A' },
};

// The paper print leans on hand-picked inks even more: some styles get a coloured sheet.
const PAPER: Corrections = {
  Ballet: { secondCut: '#D98A8F', veilTo: '#9C4A6B' },
  Contemporary: { field: '#EFDFC6', cut: '#1F464C', secondCut: '#EBA17A', veilTo: '#1F464C' },
  'Hip Hop': {
    field: '#EFDDBF',
    cut: '#2C43A8',
    secondCut: '#F5BF2C',
    veilFrom: '#9FB0EE',
    veilTo: '#2C43A8',
  },
  Tap: {
    ground: '#C9A05A',
    field: '#BC9149',
    cut: '#211B20',
    secondCut: '#F7EBD2',
    veilFrom: '#8A6A33',
    veilTo: '#211B20',
  },
  Ballroom: {
    ground: '#F0DFCF',
    field: '#E6CDBB',
    cut: '#1D234D',
    secondCut: '#B26C8C',
    veilTo: '#1D234D',
    disc: '#C2523F',
  },
  Latin: { secondCut: '#E65A41', veilFrom: '#F0A46A', veilTo: '#C23A25' },
  Folk: {
    ground: '#23407C',
    field: '#1C3568',
    cut: '#F0E5CF',
    secondCut: '#D8573F',
    veilFrom: '#6F86B8',
    veilTo: '#F0E5CF',
  },
  Modern: {
    ground: '#B5472A',
    field: '#A33C22',
    cut: '#211B20',
    secondCut: '#EBD9BD',
    veilFrom: '#D98B62',
    veilTo: '#F0DFC4',
  },
  Swing: {
    ground: '#F2A33C',
    field: '#E5932A',
    cut: '#14595A',
    secondCut: '#FBEBCB',
    veilFrom: '#C26E18',
    veilTo: '#14595A',
  },
  Breakdance: {
    field: '#EFE3C6',
    cut: '#3B2566',
    secondCut: '#B4C02B',
    veilFrom: '#B9A4E6',
    veilTo: '#3B2566',
  },
  Other: {
    ground: '#F3ECDD',
    field: '#E3E3CF',
    cut: '#45244B',
    secondCut: '#8FAE8E',
    veilTo: '#45244B',
  },
};

const PAPER_SHEET = '#F8EFE0';

type Channels = [red: number, green: number, blue: number];

function channelsOf(hex: string): Channels {
  return [parseInt(hex.slice(1, 3), 16), parseInt(hex.slice(3, 5), 16), parseInt(hex.slice(5, 7), 16)];
}

function toHex(channels: Channels): string {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function blend(from: string, to: string, one: (a: number, b: number) => number): string {
  const [r0, g0, b0] = channelsOf(from);
  const [r1, g1, b1] = channelsOf(to);
  return toHex([one(r0, r1), one(g0, g1), one(b0, b1)]);
}

// mixInk and shadeInk differ in the last bit of their rounding. Covers are pinned byte for byte,
// so each keeps the formula it was drawn with.

/** The ink a fraction k of the way between two, used along a veil. */
export function mixInk(from: string, to: string, k: number): string {
  return blend(from, to, (a, b) => a + (b - a) * k);
}

function shadeInk(ink: string, to: string, k: number): string {
  return blend(ink, to, (a, b) => a * (1 - k) + b * k);
}

function isLight(ink: string): boolean {
  const [red, green, blue] = channelsOf(ink);
  return red * 0.3 + green * 0.59 + blue * 0.11 > 140;
}

function reversedPalette(style: DanceStyle, base: Palette): Palette {
  const ground = base.cut;
  const light = isLight(ground);
  return {
    ...base,
    ground,
    field: shadeInk(ground, light ? '#8A5A20' : '#000000', light ? 0.12 : 0.16),
    veilFrom: shadeInk(ground, base.ground, 0.4),
    veilTo: shadeInk(ground, light ? base.ground : '#FFF1DC', 0.85),
    cut: base.ground,
    ...REVERSED[style],
  };
}

function paperPalette(style: DanceStyle, base: Palette): Palette {
  return {
    ...base,
    ground: PAPER_SHEET,
    field: shadeInk(PAPER_SHEET, base.ground, 0.34),
    veilFrom: shadeInk(PAPER_SHEET, base.cut, 0.4),
    veilTo: base.cut,
    secondCut: base.ground,
    ...PAPER[style],
  };
}

/** 0 prints the palette as it is, 1 reversed, anything else on paper. */
export function paletteFor(style: DanceStyle, colourway: number): Palette {
  const base = PALETTES[style];
  if (colourway === 0) return base;
  return colourway === 1 ? reversedPalette(style, base) : paperPalette(style, base);
}
