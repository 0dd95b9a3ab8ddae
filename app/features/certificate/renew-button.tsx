// Renews a certificate: asks first, then shows the new one.
import RefreshCw from 'icon:refresh-cw';
import { useNavigate } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import { renewalQuestion } from '#shared/features/certificate/standing.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useRenewCertificate, type CertificateDetail, type Renewal } from './certificate.api.ts';

type RenewButtonProps = {
  certificate: CertificateDetail;
  renewal: Renewal;
  className?: string;
  isFull?: boolean;
};

export function RenewButton({ certificate: { id, course }, renewal, ...look }: RenewButtonProps) {
  const renew = useRenewCertificate();
  const navigate = useNavigate();
  const confirm = async () => {
    const next = await renew.mutateAsync({ params: { id } });
    const until = next.expiresOn ? `, valid until ${formatFullDay(next.expiresOn)}` : '';
    toast({ title: `${course.title} is renewed`, description: `The new number is ${next.code}${until}.` });
    await navigate(`/certificates/${next.id}`);
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="primary" icon={<RefreshCw className="icon" aria-hidden="true" />} {...look}>
          Renew it now
        </Button>
      }
      title={`Renew “${course.title}”?`}
      description={renewalQuestion(renewal)}
      confirmLabel="Renew"
      isDestructive={false}
      failure={failureTextOf}
      onConfirm={confirm}
    />
  );
}
