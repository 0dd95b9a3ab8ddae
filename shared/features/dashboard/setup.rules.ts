// What a new site needs before it can open, in the order it is best done.
export const SETUP_STEPS = [
  'name',
  'address',
  'mail',
  'payments',
  'storage',
  'fee',
  'officer',
  'course',
  'backup',
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Addresses under .example reach nobody (RFC 2606): the one a site comes with is there to be replaced. */
export const isPlaceholderAddress = (email: string): boolean => /[@.]example$/i.test(email.trim());
