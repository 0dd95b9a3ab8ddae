// Formats the details of an audit entry for reading.

const WORDS: Readonly<Record<string, string>> = {
  siteName: 'Site name',
  supportEmail: 'Support email',
  isRegistrationOpen: 'Registration open',
  isTwoFactorRequired: 'Two-factor sign-in required for admins',
  platformFeePoints: 'Platform fee, in hundredths of a percent',
  instructorShare: 'Instructors’ share, in percent',
  memberShare: 'Share of memberships, in percent',
};

export type DetailLine = { name: string; value: string };

export function detailLines(details: Record<string, unknown>): DetailLine[] {
  const { before, after, ...rest } = details;
  if (isRecord(before) && isRecord(after)) return [...changedLines(before, after), ...detailLines(rest)];
  return Object.entries(details).flatMap(([key, value]) => {
    const text = valueText(value);
    return text === '' ? [] : [{ name: nameText(key), value: text }];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Omits unchanged values. */
function changedLines(before: Record<string, unknown>, after: Record<string, unknown>): DetailLine[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [from, to] = [valueText(before[key]), valueText(after[key])];
    return from === to ? [] : [{ name: nameText(key), value: `${from || 'nothing'} → ${to || 'nothing'}` }];
  });
}

function nameText(key: string): string {
  const known = WORDS[key];
  if (known) return known;
  const text = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ');
  if (isRecord(value)) {
    return detailLines(value)
      .map((line) => `${line.name}: ${line.value}`)
      .join('; ');
  }
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}
