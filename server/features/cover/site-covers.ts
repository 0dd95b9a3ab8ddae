// The fixed art of the site's own pages. The home page chose these drawings; they do not follow any data.
import { ALL_STYLES_COVER, styleCoverSubject, type CoverShape } from '#shared/features/cover/cover.rules.ts';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import type { Cover } from './cover.queries.ts';

/** `shape` is the one its page shows. */
export const SITE_COVERS: readonly (Cover & { shape: CoverShape })[] = [
  { subject: 'site-hero-sweep', seed: 'a6', style: 'Ballet', colourway: 2, isBare: true, shape: 'sweep' },
  { subject: 'site-wall-ballet', seed: 'a4', style: 'Ballet', colourway: 1, isBare: false, shape: 'stage' },
  {
    subject: 'site-wall-contemporary',
    seed: 'spiral1',
    style: 'Contemporary',
    colourway: 0,
    isBare: false,
    shape: 'square',
  },
  { subject: 'site-wall-latin', seed: 'wall7', style: 'Latin', colourway: 0, isBare: false, shape: 'square' },
  { subject: 'site-path', seed: 'modern4', style: 'Modern', colourway: 2, isBare: false, shape: 'square' },
  { subject: 'site-join', seed: 'a6', style: 'Ballet', colourway: 1, isBare: true, shape: 'rise' },
  {
    subject: 'site-auth',
    seed: 'auth2',
    style: 'Contemporary',
    colourway: 0,
    isBare: false,
    shape: 'poster',
  },
  { subject: 'site-empty', seed: 'a6', style: 'Ballet', colourway: 2, isBare: true, shape: 'square' },
  { subject: ALL_STYLES_COVER, seed: 'tape', style: 'Other', colourway: 1, isBare: false, shape: 'tape' },
  ...DANCE_STYLES.map((style) => ({
    subject: styleCoverSubject(style),
    seed: 'tape',
    style,
    colourway: null,
    isBare: false,
    shape: 'poster' as const,
  })),
];
