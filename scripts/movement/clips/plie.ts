import type { Clip } from '../clip.ts';
import { ARM, arms, FEET, leg, stand } from '../pose.ts';

const DEMI = 15;

export const plie: Clip = {
  slug: 'plie',
  title: 'Demi-plié and grand plié in first position',
  bpm: 72,
  phrase: 8,
  countIn: 4,
  counts: 24,
  costume: 'plum',
  start: { ...stand({}, FEET.first), ...arms(ARM.low) },
  keys: [
    { at: -1.6, over: 1.4, ...arms(ARM.first), headNod: 4 },
    { at: 0, ...arms(ARM.second), headNod: 0, headTurn: -14 },
    { at: 2, drop: DEMI, ...arms(ARM.halfSecond), headTurn: 0, headNod: 5 },
    { at: 4, drop: 0, ...arms(ARM.second), headNod: 0 },
    { at: 6, drop: DEMI, ...arms(ARM.halfSecond), headNod: 5 },
    { at: 8, drop: 0, ...arms(ARM.second), headNod: 0, headTurn: -14 },
    { at: 9.7, drop: DEMI, ...arms(ARM.halfSecond), headTurn: -6 },
    { at: 12, drop: 47, leftHeel: 42, rightHeel: 42, ...arms(ARM.low), headNod: 9, headTurn: 0 },
    { at: 14.3, drop: DEMI, leftHeel: 0, rightHeel: 0, ...arms(ARM.first), headNod: 3 },
    { at: 16, drop: 0, ...arms(ARM.second), headNod: 0 },
    { at: 16.9, drop: 9, ...arms(ARM.low) },
    { at: 17.6, drop: 4, ...arms(ARM.first) },
    {
      at: 18.6,
      drop: 0,
      ...leg('left', { Heel: 57 }),
      ...leg('right', { Heel: 57 }),
      ...arms(ARM.fifth),
      headNod: -5,
    },
    { at: 22, over: 0.4, headNod: -5 },
    { at: 23, leftHeel: 0, rightHeel: 0, ...arms(ARM.second), headNod: 0 },
    { at: 24.5, ...arms(ARM.low), headNod: 4 },
  ],
  tune: {
    feel: 'flow',
    chords: 'C Am F G7 C Am Dm G7 F C',
    melody: `E5:2 D5:1 C5:1 E5:2 A4:2 F5:2 E5:1 D5:1 D5:3 -:1 G5:2 E5:1 D5:1 C5:2 E5:2 F5:1 E5:1 D5:1 A4:1 B4:3 -:1
      A4:1 C5:1 F5:2 E5:3 -:1`,
  },
  sections: [
    { label: 'Preparation', from: -4, to: 0 },
    { label: 'Two demi-pliés', from: 0, to: 8 },
    { label: 'Grand plié', from: 8, to: 16 },
    { label: 'Rise and balance', from: 16, to: 24 },
  ],
  cues: [
    {
      at: -4,
      en: 'Stand tall in first position. Open the arms to second.',
      es: 'De pie en primera posición. Abre los brazos a segunda.',
    },
    {
      at: 0,
      en: 'One, two: bend the knees over the toes, heels down.',
      es: 'Uno, dos: dobla las rodillas sobre los dedos, talones en el suelo.',
    },
    {
      at: 2,
      en: 'Three, four: press the floor away and stretch.',
      es: 'Tres, cuatro: empuja el suelo y estira.',
    },
    {
      at: 4,
      en: 'Five, six: down again, the back stays long.',
      es: 'Cinco, seis: baja otra vez con la espalda larga.',
    },
    { at: 6, en: 'Seven, eight: and up.', es: 'Siete, ocho: y sube.' },
    {
      at: 8,
      en: 'Grand plié. One to four: all the way down; the heels lift last.',
      es: 'Grand plié. Del uno al cuatro: baja del todo; los talones se levantan al final.',
    },
    {
      at: 12,
      en: 'Five to eight: heels down first, then straighten.',
      es: 'Del cinco al ocho: primero baja los talones y luego estira.',
    },
    {
      at: 16,
      en: 'One: a small bend. Two, three: rise, arms overhead.',
      es: 'Uno: flexión pequeña. Dos, tres: sube, brazos arriba.',
    },
    { at: 19, en: 'Four, five, six: balance and breathe.', es: 'Cuatro, cinco, seis: equilibrio y respira.' },
    {
      at: 22,
      en: 'Seven, eight: lower with control and close the arms.',
      es: 'Siete, ocho: baja con control y cierra los brazos.',
    },
  ],
  poster: 6,
};
