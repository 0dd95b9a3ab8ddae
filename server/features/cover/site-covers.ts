// The fixed art of the site's own pages. The home page chose these drawings; they do not follow any data.
import { DANCE_STYLES, type DanceStyle } from '#shared/vocabulary.ts';
import type { Cover } from './cover.queries.ts';

export const SITE_COVERS: readonly Cover[] = [
  { subject: 'site-hero-sweep', seed: 'a6', style: 'Ballet', colourway: 2, isBare: true },
  { subject: 'site-wall-ballet', seed: 'a4', style: 'Ballet', colourway: 1, isBare: false },
  { subject: 'site-wall-contemporary', seed: 'spiral1', style: 'Contemporary', colourway: 0, isBare: false },
  { subject: 'site-wall-latin', seed: 'wall7', style: 'Latin', colourway: 0, isBare: false },
  { subject: 'site-path', seed: 'modern4', style: 'Modern', colourway: 2, isBare: false },
  { subject: 'site-join', seed: 'a6', style: 'Ballet', colourway: 1, isBare: true },
  { subject: 'site-auth', seed: 'auth2', style: 'Contemporary', colourway: 0, isBare: false },
  { subject: 'site-empty', seed: 'a6', style: 'Ballet', colourway: 2, isBare: true },
  ...DANCE_STYLES.map((style) => ({
    subject: styleCoverSubject(style),
    seed: 'tape',
    style,
    colourway: null,
    isBare: false,
  })),
];

/** `Hip Hop` is `site-style-hip-hop`. */
export function styleCoverSubject(style: DanceStyle): string {
  return `site-style-${style.toLowerCase().replaceAll(' ', '-')}`;
}
