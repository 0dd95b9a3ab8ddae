// How the status of a certificate looks everywhere.
import {
  CERTIFICATE_STATUS_LABELS,
  type CertificateStatus,
} from '#shared/features/certificate/certificate.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';

const TONES: Readonly<Record<CertificateStatus, BadgeTone>> = {
  valid: 'ok',
  expiring: 'warn',
  grace: 'warn',
  expired: 'plain',
  revoked: 'bad',
};

export function CertificateStatusBadge({ status }: { status: CertificateStatus }) {
  return <Badge tone={TONES[status]}>{CERTIFICATE_STATUS_LABELS[status]}</Badge>;
}
