// Labels of licences. No zod here: the browser loads this file on its own.
export const LICENCES = ['single_teacher', 'studio'] as const;

export type Licence = (typeof LICENCES)[number];

export const LICENCE_LABELS: Readonly<Record<Licence, string>> = {
  single_teacher: 'One teacher',
  studio: 'A studio, one seat per teacher',
};

export const LICENCE_NOTES: Readonly<Record<Licence, string>> = {
  single_teacher: 'For one teacher: you.',
  studio: 'A studio buys one seat per teacher.',
};

export const METRES = ['2/4', '3/4', '4/4', '6/8', '12/8'] as const;

export type Metre = (typeof METRES)[number];
