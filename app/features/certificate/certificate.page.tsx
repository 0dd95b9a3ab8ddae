// One certificate, as large as the screen allows: for its holder to show, download, share and renew; for the course's
// instructor and staff to manage.
import './certificate.css';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'icon:arrow-left';
import Download from 'icon:download';
import { Link, useParams, type MetaArgs } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import { holdsToday } from '#shared/features/certificate/certificate.rules.ts';
import type { LinkedCertificate } from '#shared/features/certificate/certificate.schema.ts';
import { linkedInUrl, RENEWS, renewedOn } from '#shared/features/certificate/standing.rules.ts';
import { parseId } from '#shared/ids.ts';
import { CertificateDrawing } from '#app/components/certificate/certificate-drawing.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { BadgeDownloads } from './badge-downloads.tsx';
import { listFacts } from './certificate-facts.ts';
import { CertificateRenewal } from './certificate-renewal.tsx';
import { CertificateManagement } from './certificate-management.tsx';
import { CertificateStatusBadge } from './certificate-status.tsx';
import {
  certificateCardUrl,
  certificatePdfUrl,
  getCertificateQuery,
  type CertificateDetail,
} from './certificate.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Certificate',
    description: 'A certificate.',
    path: '/certificates',
    isHidden: true,
  });
}

export default function CertificatePage() {
  const id = parseId(useParams()['certificateId']) ?? 0;
  const query = useQuery(getCertificateQuery(id));
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState
        className="wrap section"
        headingLevel={1}
        title="Certificate not found"
        action={<ButtonLink to="/certificates">Your certifications</ButtonLink>}
      >
        This certificate doesn’t exist, or it isn’t yours. With its number,{' '}
        <Link className="link" to="/verify">
          anyone can check it
        </Link>
        .
      </EmptyState>
    );
  }
  return (
    <div className="wrap certificate-page">
      <QueryView
        query={query}
        what="this certificate"
        skeleton={<Skeleton className="certificate-skeleton" />}
      >
        {(certificate) => <Shown certificate={certificate} />}
      </QueryView>
    </div>
  );
}

function Shown({ certificate }: { certificate: CertificateDetail }) {
  const { id, isMine, canManage, verifyUrl, drawing, status, revokedReason, holderName, course, renewedAs } =
    certificate;
  const back = isMine
    ? { to: '/certificates', label: 'My certificates' }
    : { to: '/instructor/certificates', label: 'Certificates' };
  return (
    <>
      <div className="certificate-bar">
        <Link className="certificate-back" to={back.to}>
          <ArrowLeft className="icon" aria-hidden="true" /> {back.label}
        </Link>
        <CertificateStatusBadge status={status} isRenewed={renewedAs !== null} />
        <span className="certificate-actions">
          <CopyButton text={verifyUrl}>Copy link</CopyButton>
          <a className={buttonClass({ variant: 'primary' })} href={certificatePdfUrl(id, 'letter')} download>
            <Download className="icon" aria-hidden="true" /> Download PDF
          </a>
        </span>
      </div>
      <h1 className="sr-only">
        {course.title}: certificate of {holderName}
      </h1>
      {status === 'revoked' && (
        <Notice tone="bad" className="mb-5">
          This certificate was revoked. {revokedReason && <>The reason: {revokedReason}</>}
        </Notice>
      )}
      {renewedAs && (
        <Notice className="mb-5">
          <Neighbors certificate={certificate} />
        </Notice>
      )}
      <CertificateDrawing drawing={drawing} />
      <div className="certificate-below">
        <Facts certificate={certificate} />
        <div>
          {isMine && <CertificateRenewal certificate={certificate} />}
          {isMine && <Share certificate={certificate} />}
          {isMine && status !== 'revoked' && <BadgeDownloads certificateId={id} />}
          {isMine && (
            <p className="meta mt-6">
              Something wrong?{' '}
              <Link className="link" to={`/contact?about=certificate-${id}`}>
                Write to us about this certificate
              </Link>
            </p>
          )}
          {canManage && !isMine && <CertificateManagement certificate={certificate} />}
        </div>
      </div>
    </>
  );
}

function Facts({ certificate }: { certificate: CertificateDetail }) {
  const { history, id } = certificate;
  return (
    <section aria-labelledby="facts">
      <h2 className="t-s" id="facts">
        What it says
      </h2>
      <RunningOrder className="meta mt-3" label="The certificate">
        {listFacts(certificate).map(({ label, figure }) => (
          <OrderLine key={label} figure={figure}>
            {label}
          </OrderLine>
        ))}
      </RunningOrder>
      {certificate.renews && (
        <p className="meta mt-3">
          <Neighbors certificate={{ ...certificate, renewedAs: null }} />
        </p>
      )}
      {history.length > 1 && (
        <>
          <h3 className="mt-6 font-semibold">All cycles</h3>
          <ul className="mt-2">
            {history.map((one) => (
              <li key={one.id} className="meta">
                {one.id === id ? (
                  <strong>Cycle {one.cycle}</strong>
                ) : (
                  <Link className="link" to={`/certificates/${one.id}`}>
                    Cycle {one.cycle}
                  </Link>
                )}
                , number {one.code}: {formatFullDay(one.issuedOn)}
                {one.expiresOn && ` to ${formatFullDay(one.expiresOn)}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The numbers before and after this one, each with its page. */
function Neighbors({ certificate: { renews, renewedAs } }: { certificate: CertificateDetail }) {
  const numberOf = ({ id, code }: LinkedCertificate) => (
    <Link className="link num" to={`/certificates/${id}`}>
      {code}
    </Link>
  );
  return (
    <>
      {renewedAs && (
        <>
          {renewedOn(renewedAs.issuedOn)} {numberOf(renewedAs)}.{' '}
        </>
      )}
      {renews && (
        <>
          {RENEWS} {numberOf(renews)}.
        </>
      )}
    </>
  );
}

function Share({ certificate }: { certificate: CertificateDetail }) {
  const { siteName } = useRootData();
  const { id, verifyUrl, course, status } = certificate;
  const url = encodeURIComponent(verifyUrl);
  const text = encodeURIComponent(`My certificate: ${course.title}`);
  const links = [
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${url}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ['Email', `mailto:?subject=${text}&body=${url}`],
  ] as const;
  return (
    <section className="mt-8" aria-labelledby="share">
      <h2 className="t-s" id="share">
        Show it
      </h2>
      <p className="meta mt-2">
        Anyone with the link or the number can check it at{' '}
        <a className="link wrap-anywhere" href={verifyUrl}>
          {verifyUrl.replace(/^https?:\/\//, '')}
        </a>
        .
      </p>
      {holdsToday(status) && (
        <a
          className={buttonClass({ size: 's' }, 'mt-3')}
          href={linkedInUrl(certificate, { siteName, verifyUrl })}
          target="_blank"
          rel="noreferrer"
        >
          Add to LinkedIn profile
        </a>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        {links.map(([label, href]) => (
          <li key={label}>
            <a className="link" href={href} target="_blank" rel="noreferrer">
              {label}
            </a>
          </li>
        ))}
        <li>
          <a className="link" href={certificateCardUrl(id)} download>
            Picture for a post
          </a>
        </li>
        <li>
          <a className="link" href={certificatePdfUrl(id, 'a4')} download>
            PDF on A4
          </a>
        </li>
      </ul>
    </section>
  );
}
