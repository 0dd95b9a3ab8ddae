// How the status of a certificate looks everywhere.
import type { CertificateStatus } from '#shared/features/certificate/certificate.rules.ts';
import { statusLabel } from '#shared/features/certificate/standing.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<CertificateStatus, BadgeTone>> = {
  valid: 'ok',
  expiring: 'warn',
  grace: 'warn',
  expired: 'plain',
  revoked: 'bad',
};

type Props = { status: CertificateStatus; isRenewed: boolean };

export function CertificateStatusBadge({ status, isRenewed }: Props) {
  return <Badge tone={TONES[status]}>{statusLabel(status, isRenewed)}</Badge>;
}
