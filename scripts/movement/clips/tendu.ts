import type { Clip } from '../clip.ts';
import { ARM, arms, FEET, pointed, stand, type Change, type Key, type Side } from '../pose.ts';

/** On the diagonal, the working leg towards the viewer. */
const PLACE: Record<Side, { facing: number }> = { right: { facing: 38 }, left: { facing: -38 } };
type Where = 'front' | 'side' | 'back';

/** Where the toes arrive, for the right leg. */
const REACH: Record<Where, readonly [number, number, number]> = {
  front: [-3, 49, 62],
  side: [-56, 4, 70],
  back: [-5, -47, 80],
};

/** Weight goes over the supporting leg. */
function extend(side: Side, where: Where): Change {
  const mirror = side === 'right' ? 1 : -1;
  const [left, front, turn] = REACH[where];
  const over = mirror * 5.5;
  const angle = (PLACE[side].facing * Math.PI) / 180;
  return {
    ...pointed(side, PLACE[side], [left * mirror, front, turn]),
    x: over * Math.cos(angle),
    z: -over * Math.sin(angle),
    lean: where === 'back' ? 5 : where === 'front' ? -2 : 0,
    headTurn: where === 'side' ? mirror * 14 : -mirror * 16,
  };
}

type Position = 'leftFront' | 'rightFront';

function close(side: Side, position: Position): Change {
  return { ...stand(PLACE[side], FEET[position]), lean: 0 };
}

/** Two tendus each to the front, the side and the back, and one more to the side; two counts are left to turn. */
function cross(side: Side, from: number): Key[] {
  const ahead = side === 'right' ? 'rightFront' : 'leftFront';
  const behind = side === 'right' ? 'leftFront' : 'rightFront';
  const steps: [Where, Position][] = [
    ['front', ahead],
    ['front', ahead],
    ['side', ahead],
    ['side', behind],
    ['back', behind],
    ['back', behind],
    ['side', side === 'right' ? behind : ahead],
  ];
  return steps.flatMap(([where, closing], index) => {
    const at = from + index * 2;
    return [
      { at, over: 0.75, ...extend(side, where) },
      { at: at + 1.25, over: 0.8, ...close(side, closing) },
    ];
  });
}

const HEELS_UP: Change = { leftHeel: 50, rightHeel: 50 };

export const tendu: Clip = {
  slug: 'tendu-en-croix',
  title: 'Battement tendu en croix',
  bpm: 96,
  phrase: 8,
  countIn: 4,
  counts: 32,
  costume: 'sage',
  start: { ...stand(PLACE.right, FEET.rightFront), ...arms(ARM.low), headTurn: -10 },
  keys: [
    { at: -2.6, over: 1, ...arms(ARM.first) },
    { at: -1, ...arms(ARM.second) },
    ...cross('right', 0),
    { at: 14.1, over: 0.8, ...HEELS_UP, ...arms(ARM.first) },
    { at: 14.8, ...stand(PLACE.left, FEET.leftFront), ...HEELS_UP, headTurn: 0 },
    { at: 15.25, leftHeel: 0, rightHeel: 0, ...arms(ARM.second), headTurn: 16 },
    ...cross('left', 16),
    { at: 30.4, over: 1, ...HEELS_UP, ...arms(ARM.fifth), headTurn: 0 },
    { at: 31.4, over: 0.5, leftHeel: 0, rightHeel: 0, ...arms(ARM.second) },
    { at: 33, ...arms(ARM.low), headTurn: 0 },
  ],
  tune: {
    feel: 'march',
    chords: 'G D7 G C G Em A7 D7',
    melody: `B4:1 D5:1 G5:1 D5:1 F#5:1 E5:0.5 D5:0.5 A4:2 B4:1 D5:1 B5:1 A5:1 G5:1 E5:1 C5:2
      D5:1 G5:1 B4:1 D5:1 E5:1 D5:0.5 C5:0.5 B4:2 C#5:1 E5:1 A5:1 G5:1 F#5:1 E5:1 D5:2`,
  },
  sections: [
    { label: 'Preparation', from: -4, to: 0 },
    { label: 'Right leg: front and side', from: 0, to: 8 },
    { label: 'Right leg: back, side and turn', from: 8, to: 16 },
    { label: 'Left leg: front and side', from: 16, to: 24 },
    { label: 'Left leg: back and side', from: 24, to: 32 },
  ],
  cues: [
    {
      at: -4,
      en: 'Fifth position, right foot in front. Open the arms.',
      es: 'Quinta posición, pie derecho delante. Abre los brazos.',
    },
    {
      at: 0,
      en: 'One: brush to the front. Two: close. The heel leads.',
      es: 'Uno: desliza hacia delante. Dos: cierra. El talón guía.',
    },
    {
      at: 4,
      en: 'Five: to the side. Six: close. Hips stay level.',
      es: 'Cinco: al lado. Seis: cierra. La cadera no se mueve.',
    },
    {
      at: 8,
      en: 'One: to the back. Two: close. The toe leads.',
      es: 'Uno: atrás. Dos: cierra. La punta guía.',
    },
    {
      at: 12,
      en: 'Five: side once. Seven, eight: rise and turn to the other corner.',
      es: 'Cinco: al lado una vez. Siete, ocho: sube y gira a la otra diagonal.',
    },
    { at: 16, en: 'Left leg. One: front. Two: close.', es: 'Pierna izquierda. Uno: delante. Dos: cierra.' },
    { at: 20, en: 'Five: side. Six: close.', es: 'Cinco: al lado. Seis: cierra.' },
    {
      at: 24,
      en: 'One: back. Two: close. Keep the chest lifted.',
      es: 'Uno: atrás. Dos: cierra. El pecho arriba.',
    },
    {
      at: 28,
      en: 'Five: side once. Seven: rise. Eight: finish.',
      es: 'Cinco: al lado una vez. Siete: sube. Ocho: termina.',
    },
  ],
  poster: 0,
};
