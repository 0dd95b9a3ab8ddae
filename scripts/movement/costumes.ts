// What the dancers wear, in the inks of the site, and their skin and hair. Left limbs are a shade deeper than right.
import type { Costume } from './figure.ts';

type Tone = Costume['leotard'];

function tone(fill: string): Tone {
  return { fill, edge: shade(fill, -0.28), light: shade(fill, 0.32) };
}

/** Towards black below zero, towards white above. */
function shade(colour: string, by: number): string {
  const target = by < 0 ? 0 : 255;
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(value + (target - value) * Math.abs(by));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function pair(colour: string, deeper = -0.17) {
  return { right: tone(colour), left: tone(shade(colour, deeper)) };
}

const SKIN = {
  deep: { ...pair('#8A5637'), face: tone('#84502F') },
  brown: { ...pair('#B97C54'), face: tone('#B3764E') },
  light: { ...pair('#E7B594', -0.13), face: tone('#E2AE8C') },
};

export const COSTUMES = {
  plum: {
    leotard: tone('#6A1B50'),
    skirt: tone('#8F4474'),
    legs: pair('#EBBFB4'),
    shoes: pair('#E39C8E'),
    skin: SKIN.brown,
    hair: '#2A1A1E',
  },
  coral: {
    leotard: tone('#E4573D'),
    legs: pair('#4A3350', -0.3),
    shoes: pair('#F4E4EA', -0.2),
    skin: SKIN.deep,
    hair: '#1F1418',
  },
  rose: {
    leotard: tone('#8F4474'),
    legs: pair('#5A3C58', -0.3),
    shoes: pair('#B97C54', -0.2),
    skin: SKIN.light,
    hair: '#3B2320',
  },
  sage: {
    leotard: tone('#3C6849'),
    skirt: tone('#6E9A78'),
    legs: pair('#F0CDB8'),
    shoes: pair('#E4A98C'),
    skin: SKIN.light,
    hair: '#6B3A22',
  },
  blue: {
    leotard: tone('#3D59A6'),
    legs: pair('#3A3F5C', -0.3),
    shoes: pair('#C98A2B', -0.28),
    skin: SKIN.brown,
    hair: '#20161C',
  },
} satisfies Record<string, Costume>;

export type CostumeName = keyof typeof COSTUMES;
