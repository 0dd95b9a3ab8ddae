// What lessons are built of: exercises with their purpose and the words to say, aims, and what to watch for.
import type { DanceStyle } from '#shared/vocabulary.ts';
import { BAREFOOT_BLOCKS } from './plan-blocks-barefoot.ts';
import { PARTNER_BLOCKS } from './plan-blocks-partner.ts';
import { PARTY_BLOCKS } from './plan-blocks-party.ts';
import { RHYTHM_BLOCKS } from './plan-blocks-rhythm.ts';
import { STREET_BLOCKS } from './plan-blocks-street.ts';
import { THEATRE_BLOCKS } from './plan-blocks-theatre.ts';
import type { StyleBlocks } from './plan-exercise.ts';

const BLOCKS: Readonly<Record<DanceStyle, StyleBlocks>> = {
  ...THEATRE_BLOCKS,
  ...BAREFOOT_BLOCKS,
  ...STREET_BLOCKS,
  ...RHYTHM_BLOCKS,
  ...PARTNER_BLOCKS,
  ...PARTY_BLOCKS,
};

export function pickBlocks({ style }: { style: DanceStyle }): StyleBlocks {
  return BLOCKS[style];
}
