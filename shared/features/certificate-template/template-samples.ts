// Names to try a template with: short, usual and long ones, and one for each script we print.
import { formatCreditHours, formatModules, type CertificateText } from './certificate-template.rules.ts';

export const SAMPLE_NAMES = {
  shortest: 'Bo Li',
  usual: 'Mara Okafor',
  longest: 'Wilhelmina Oyelaran-Castellanos',
  Cyrillic: 'Александра Константинопольская',
  Greek: 'Ελένη Παπαδοπούλου',
  Chinese: '欧阳小明',
  Japanese: '山田 さくら',
  Korean: '김민준',
  Arabic: 'محمد عبد الرحمن الهاشمي',
} as const;
export type SampleName = keyof typeof SAMPLE_NAMES;

export const SAMPLE_TEXT: CertificateText = {
  name: SAMPLE_NAMES.usual,
  certification: 'Ballet Teaching Certification',
  issued: 'November 14, 2026',
  'valid-until': 'November 14, 2029',
  number: 'RLV-8K2M-4T9Q',
  assessor: 'Odile Marchetti',
  hours: formatCreditHours(40),
  modules: formatModules(8),
};
