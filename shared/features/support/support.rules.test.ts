import { expect, it } from 'vitest';
import { fillPlaceholders, unknownPlaceholders } from './support.rules.ts';

it('fills what it knows and says something sensible otherwise', () => {
  const text = 'Hi {{first_name}}, about {{ order_number }}: done. {{agent_name}}';
  expect(fillPlaceholders(text, { first_name: 'Ana', order_number: 'RV-000017', agent_name: 'Bo' })).toBe(
    'Hi Ana, about RV-000017: done. Bo',
  );
  expect(fillPlaceholders(text, { first_name: '' })).toBe(
    'Hi there, about your order: done. The support team',
  );
});

it('a value that looks like a placeholder is not filled again', () => {
  expect(fillPlaceholders('Hi {{first_name}}', { first_name: '{{site_name}}', site_name: 'X' })).toBe(
    'Hi {{site_name}}',
  );
});

it('finds placeholders it can’t fill', () => {
  expect(unknownPlaceholders('{{first_name}} {{surname}} {{ }} {plain}')).toEqual(['{{surname}}', '{{ }}']);
  expect(fillPlaceholders('{{surname}}', {})).toBe('{{surname}}');
});
