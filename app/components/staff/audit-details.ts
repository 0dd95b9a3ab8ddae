// The details of an audit entry as lines a person reads: names from code become words, values become text.

const WORDS: Readonly<Record<string, string>> = {
  siteName: 'Site name',
  supportEmail: 'Support address',
  isRegistrationOpen: 'Registration open',
  isTwoFactorRequired: 'Authenticator app required of admins',
};

export type DetailLine = { name: string; value: string };

export function detailLines(details: Record<string, unknown>): DetailLine[] {
  return Object.entries(details).flatMap(([key, value]) => {
    const text = valueText(value);
    return text === '' ? [] : [{ name: nameText(key), value: text }];
  });
}

function nameText(key: string): string {
  const known = WORDS[key];
  if (known) return known;
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ');
  if (typeof value === 'object') return changeText(value as Record<string, unknown>);
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}

/** A pair of before and after reads as a change; anything else as its own lines, on one. */
function changeText(value: Record<string, unknown>): string {
  const { from, to, before, after } = value;
  if (from !== undefined && to !== undefined)
    return `${valueText(from) || 'nothing'} → ${valueText(to) || 'nothing'}`;
  if (before !== undefined && after !== undefined)
    return `${valueText(before) || 'nothing'} → ${valueText(after) || 'nothing'}`;
  return detailLines(value)
    .map((line) => `${line.name}: ${line.value}`)
    .join('; ');
}
