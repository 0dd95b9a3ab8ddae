// What a certificate says, line by line.
import { formatFullDay } from '#shared/dates.ts';
import type { CertificateDetail } from '#shared/features/certificate/certificate.schema.ts';

type Stated = Pick<CertificateDetail, 'code' | 'issuedOn' | 'expiresOn' | 'creditHours'>;

export function listFacts({ code, issuedOn, expiresOn, creditHours }: Stated) {
  const facts: { label: string; figure: string | number }[] = [
    { label: 'Number', figure: code },
    { label: 'Issued', figure: formatFullDay(issuedOn) },
    { label: 'Valid until', figure: expiresOn ? formatFullDay(expiresOn) : 'For good' },
  ];
  return creditHours === null ? facts : [...facts, { label: 'Credit hours', figure: creditHours }];
}
