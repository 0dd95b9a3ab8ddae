// What a certificate is at a given moment, its code, and when reminders go out. No zod: the browser loads this file.

/** earned: the course's rule was met · issued: by hand, by the instructor or staff · renewed: the next cycle of one held. */
export const CERTIFICATE_SOURCES = ['earned', 'issued', 'renewed'] as const;
export type CertificateSource = (typeof CERTIFICATE_SOURCES)[number];

/** Days before the expiry on which the holder is reminded. */
export const REMINDER_DAYS = [90, 30, 7, 1] as const;
export type ReminderDays = (typeof REMINDER_DAYS)[number];

/** expiring: can be renewed, and hasn’t been · grace: expired, but it can still be renewed. */
export const CERTIFICATE_STATUSES = ['valid', 'expiring', 'grace', 'expired', 'revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

export const CERTIFICATE_STATUS_LABELS: Readonly<Record<CertificateStatus, string>> = {
  valid: 'Valid',
  expiring: 'Expiring soon',
  grace: 'Expired, can be renewed',
  expired: 'Expired',
  revoked: 'Revoked',
};

type Dates = {
  revokedAt: Date | null;
  expiresAt: Date | null;
  graceEndsAt: Date | null;
  /** The midnight from which it can be renewed: the first reminder’s. */
  renewalOpensAt: Date | null;
  /** There is a later cycle: nothing is left to renew. */
  isRenewed: boolean;
};

/** A certificate is valid until the midnight after its last day; at that moment it no longer is. */
export function certificateStatus(
  { revokedAt, expiresAt, graceEndsAt, renewalOpensAt, isRenewed }: Dates,
  now: Date,
): CertificateStatus {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'valid';
  if (expiresAt > now) return !isRenewed && renewalOpensAt && renewalOpensAt <= now ? 'expiring' : 'valid';
  return !isRenewed && graceEndsAt && graceEndsAt > now ? 'grace' : 'expired';
}

export const holdsToday = (status: CertificateStatus): boolean => status === 'valid' || status === 'expiring';

/** What the public learns: expired is expired, whether or not the holder can still renew. */
export type PublicStatus = 'valid' | 'expired' | 'revoked';

export function publicStatus(status: CertificateStatus): PublicStatus {
  if (status === 'revoked') return 'revoked';
  return holdsToday(status) ? 'valid' : 'expired';
}

/** No I, L, O or U: they are misread, or spell words. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `RLV-8K2M-4T9Q`. */
export const formatCode = (code: string): string => `RLV-${code.slice(0, 4)}-${code.slice(4)}`;

/** What someone typed or scanned, as it is stored; null if it can't be a code. */
export function parseCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^RLV(?=.{8}$)/, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(letters) ? letters : null;
}

export type CertificateRule = {
  isOffered: boolean;
  requiredHours: number;
  graceMonths: number;
  renewalHours: number | null;
};

/** What applies to a course whose instructor hasn't set anything. */
export function defaultRule({ kind }: { kind: 'certification' | 'course' }): CertificateRule {
  return { isOffered: kind === 'certification', requiredHours: 0, graceMonths: 12, renewalHours: null };
}

export const MAX_ISSUED_AT_ONCE = 500;

const HEADER = /^(e-?mail( address)?|user ?name|student|holder|name)$/i;

/**
 * One person a line: an email address or username, then the name for the certificate if it differs from the account’s. A
 * header row and empty lines are left out; lines keep their number, so that a report can name them.
 */
export function parsePeople(pasted: string): { line: number; text: string; name: string | null }[] {
  return pasted
    .split(/\r\n?|\n/)
    .map((row, at) => {
      const [text = '', name = ''] = row.split(/[,;\t]/).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      );
      return { line: at + 1, text, name: name.slice(0, 200) || null };
    })
    .filter(({ line, text }) => text !== '' && !(line === 1 && HEADER.test(text)));
}
