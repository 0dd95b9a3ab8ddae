import { describe, expect, it } from 'vitest';
import { AGE_GROUPS, DANCE_STYLES, isOneOf, ITEM_TYPES, LEVELS, RESOURCE_TYPES } from './vocabulary.ts';

describe('vocabulary', () => {
  it('has exactly the words of the spec', () => {
    expect(RESOURCE_TYPES.join(', ')).toBe('document, audio, video, image, text, spreadsheet, other');
    expect(DANCE_STYLES.join(', ')).toBe(
      'Ballet, Contemporary, Hip Hop, Jazz, Tap, Ballroom, Latin, Folk, Modern, Swing, Breakdance, Other',
    );
    expect(AGE_GROUPS.join(', ')).toBe(
      'All Ages, Toddler (2-4), Children (5-8), Pre-Teen (9-12), Teen (13-17), Adult (18+), Senior (55+)',
    );
    expect(LEVELS.join(', ')).toBe('Beginner, Intermediate, Advanced, Professional, Mixed Levels');
    expect(ITEM_TYPES.join(', ')).toBe('course, certification, resource, bundle, booking, membership');
  });

  it('recognizes only its own words', () => {
    expect(isOneOf(DANCE_STYLES, 'Hip Hop')).toBe(true);
    for (const odd of [
      'hip hop',
      ' Hip Hop',
      '',
      null,
      undefined,
      NaN,
      ['Hip Hop'],
      {},
      'constructor',
      '💃',
    ]) {
      expect(isOneOf(DANCE_STYLES, odd)).toBe(false);
    }
  });
});
