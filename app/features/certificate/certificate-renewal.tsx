// On a certificate's page: what renewing it takes, and whether and when that is possible.
import { Link } from 'react-router';
import { standingText } from '#shared/features/certificate/standing.rules.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import type { CertificateDetail } from './certificate.api.ts';
import { RenewButton } from './renew-button.tsx';

export function CertificateRenewal({ certificate }: { certificate: CertificateDetail }) {
  const { renewal, status, renewedAs } = certificate;
  // The page says above why it was revoked.
  if (status === 'revoked') return null;
  const { hours, course, canRenew, isOpen } = renewal ?? {};
  const canEarn = status !== 'expired' && (hours ?? course);
  return (
    <section className="certificate-panel" aria-labelledby="renewal">
      <h2 className="t-s" id="renewal">
        {renewedAs ? 'Renewed' : canEarn ? 'What renewing takes' : 'Renewing'}
      </h2>
      {canEarn && (
        <RunningOrder className="meta mt-3" label="Any of these renews it">
          {hours && (
            <OrderLine figure={`${Math.min(hours.counted, hours.needed)} of ${hours.needed}`}>
              Credit hours since it was issued
            </OrderLine>
          )}
          {course && (
            <OrderLine figure={course.isCompleted ? 'Done' : 'Open'}>
              <Link className="link" to={`/courses/${course.id}`}>
                {course.title}
              </Link>
            </OrderLine>
          )}
        </RunningOrder>
      )}
      {canEarn && hours && course && <p className="small mt-2">One of them is enough.</p>}
      <p className="meta mt-4">{standingText(certificate)}</p>
      {renewal && canRenew && <RenewButton className="mt-4" certificate={certificate} renewal={renewal} />}
      {isOpen && course && !course.isCompleted && (
        <ButtonLink className="mt-3" to={`/courses/${course.id}`}>
          See the course
        </ButtonLink>
      )}
    </section>
  );
}
