// Your certifications: where each stands, what the next renewal needs, and the hours that count toward it. At
// /certificates and /my-certifications.
import { useQueries, useQuery } from '@tanstack/react-query';
import Download from 'icon:download';
import { Link, type MetaArgs } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import type { CertificateDetail, Renewal } from '#shared/features/certificate/certificate.schema.ts';
import { MAX_CREDIT_FILES, sumCredits } from '#shared/features/credit/credit.rules.ts';
import { maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { AddToCartButton } from '#app/features/cart/add-to-cart-button.tsx';
import { getCourseQuery } from '#app/features/course/course.api.ts';
import { CreditForm } from '#app/features/credit/credit-form.tsx';
import { AddHours, CreditLedger } from '#app/features/credit/credit-ledger.tsx';
import { listCreditHoursQuery, type CreditHours } from '#app/features/credit/credit.api.ts';
import { type Enrollment, listEnrollmentsQuery } from '#app/features/learning/learning.api.ts';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { type Certificate, getCertificateQuery, listCertificatesQuery } from './certificate.api.ts';
import { CertificationTimeline } from './certification-timeline.tsx';
import { PASSPORT_PDF } from './passport.api.ts';
import { RenewalPanel } from './renewal-panel.tsx';
import { type Certification, leadText, listCertifications, localDay } from './timeline.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Your certifications',
    description: 'Your certificates, what renewing them takes, and your credit hours.',
    path: '/my-certifications',
    isHidden: true,
  });

export default function CertificatesPage() {
  const certificates = useQuery(listCertificatesQuery());
  const enrollments = useQuery(listEnrollmentsQuery());
  return (
    <div className="wrap pb-12">
      <QueryView query={certificates} what="your certificates" skeleton={<PassportSkeleton />}>
        {(held) => (
          <QueryView query={enrollments} what="your courses" skeleton={<PassportSkeleton />}>
            {(enrolled) => (
              <Passport certifications={listCertifications(held, enrolled)} enrollments={enrolled} />
            )}
          </QueryView>
        )}
      </QueryView>
    </div>
  );
}

type PassportProps = { certifications: readonly Certification[]; enrollments: readonly Enrollment[] };

/** The latest cycles that can be renewed, now or later; the most urgent first. */
const RENEWABLE = new Set(['valid', 'expiring', 'grace']);
const MAX_PANELS = 3;

function renewableOnes(certifications: readonly Certification[]): Certificate[] {
  const open = certifications.flatMap(({ certificate }) =>
    certificate?.expiresOn && RENEWABLE.has(certificate.status) ? [certificate] : [],
  );
  const sorted = open.toSorted((a, b) => (a.expiresOn ?? '').localeCompare(b.expiresOn ?? ''));
  const urgent = sorted.filter(({ status }) => status !== 'valid');
  return (urgent.length > 0 ? urgent : sorted.slice(0, 1)).slice(0, MAX_PANELS);
}

type RenewedOne = { certificate: CertificateDetail; renewal: Renewal; expiresOn: string };

function useRenewals(certifications: readonly Certification[]): RenewedOne[] {
  const ids = renewableOnes(certifications).map(({ id }) => id);
  const details = useQueries({ queries: ids.map((id) => getCertificateQuery(id)) });
  return details.flatMap(({ data }) => {
    const { renewal, expiresOn } = data ?? {};
    return data && renewal && expiresOn ? [{ certificate: data, renewal, expiresOn }] : [];
  });
}

function Passport({ certifications, enrollments }: PassportProps) {
  const today = localDay();
  const renewals = useRenewals(certifications);
  const credits = useQuery(listCreditHoursQuery());
  const isEmpty = certifications.length === 0;
  return (
    <>
      <div className="passport-top">
        <h1 className="t-l">Your certifications</h1>
        <div>
          {!isEmpty && <p className="lead">{leadText(certifications, renewals[0] ?? null, today)}</p>}
          <a
            className={buttonClass({ variant: 'quiet', size: 's' }, 'mt-2 -ml-3.5')}
            href={PASSPORT_PDF}
            download
          >
            <Download className="icon" aria-hidden="true" />
            Download your passport
          </a>
          <p className="meta mt-2">
            <Link className="link" to="/help/get-your-certificate">
              How certificates work
            </Link>
          </p>
        </div>
      </div>
      {isEmpty ? (
        <EmptyState
          title="No certifications yet"
          action={
            <ButtonLink variant="primary" to="/courses?kind=certification">
              Browse certifications
            </ButtonLink>
          }
        >
          Once you enroll in one, it shows here with your progress; once you hold it, with the date to renew
          it.
        </EmptyState>
      ) : (
        <CertificationTimeline
          certifications={certifications}
          today={today}
          renewable={new Set(renewals.map(({ certificate }) => certificate.id))}
        />
      )}
      <QueryView query={credits} what="your credit hours" skeleton={<LedgerSkeleton />}>
        {(loaded) => (
          <div className={renewals.length > 0 ? 'passport-two' : 'mt-12 max-w-3xl'}>
            <Ledger credits={loaded} renewed={renewals[0]} />
            {renewals.length > 0 && (
              <aside className="renewal" aria-label="Renewing">
                {renewals.map(({ certificate, renewal }) => (
                  <RenewalPanel
                    key={certificate.id}
                    certificate={certificate}
                    renewal={renewal}
                    today={today}
                    inReview={sumCredits(loaded, certificate.issuedOn).inReview}
                    nextStep={
                      renewal.course && !renewal.course.isCompleted ? (
                        <CourseAction course={renewal.course} enrollments={enrollments} />
                      ) : (
                        renewal.hours && <AddHours form={evidenceForm} isPrimary isFull />
                      )
                    }
                  />
                ))}
              </aside>
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

type LedgerProps = { credits: readonly CreditHours[]; renewed: RenewedOne | undefined };

/** The sum is what the next renewal counts, so that it agrees with the panel beside it. */
function Ledger({ credits, renewed }: LedgerProps) {
  const { siteName } = useRootData();
  const hours = renewed?.renewal.hours;
  const since = renewed && hours ? renewed.certificate : null;
  return (
    <CreditLedger
      credits={credits}
      siteName={siteName}
      total={hours ? hours.counted : sumCredits(credits).counted}
      totalLabel={since ? `Counted for ${since.course.title}` : 'Counted so far'}
      help={
        <>
          {since &&
            `Hours count from ${formatFullDay(since.issuedOn)}, when ${since.course.title} was issued. `}
          A person reads outside evidence, usually within three working days. If something’s missing, we’ll
          tell you what.
        </>
      }
      form={evidenceForm}
    />
  );
}

const evidenceForm = (close: () => void, credit?: CreditHours) => (
  <EvidenceForm key={credit?.id} credit={credit} onDone={close} />
);

function EvidenceForm({ credit, onDone }: { credit: CreditHours | undefined; onDone: () => void }) {
  const uploads = useUploads({ purpose: 'credit-evidence', max: MAX_CREDIT_FILES });
  return (
    <CreditForm
      credit={credit}
      uploads={uploads}
      uploadFields={
        <>
          <UploadDrop
            label="Choose files"
            hint={`A certificate, an invoice, a photo: up to ${MAX_CREDIT_FILES} PDFs or pictures of ${maxMegabytesOf('credit-evidence')} MB.`}
            accept="application/pdf,image/jpeg,image/png,image/webp,image/heic"
            onFiles={uploads.add}
          />
          <UploadList uploads={uploads} label="Files to send" />
        </>
      }
      onDone={onDone}
    />
  );
}

type CourseActionProps = { course: { id: number; title: string }; enrollments: readonly Enrollment[] };

/** The course that renews it: go on with it, or buy it through the cart. */
function CourseAction({ course: { id, title }, enrollments }: CourseActionProps) {
  const isEnrolled = enrollments.some(({ courseId, hasAccess }) => courseId === id && hasAccess);
  const { data: course } = useQuery({ ...getCourseQuery(id), enabled: !isEnrolled });
  if (isEnrolled) {
    return (
      <ButtonLink variant="primary" isFull to={`/courses/${id}/learning`}>
        Continue {title}
      </ButtonLink>
    );
  }
  return (
    <>
      {course && Number(course.price) > 0 && (
        <AddToCartButton
          variant="primary"
          isFull
          itemType={course.kind}
          itemId={id}
          title={course.title}
          price={course.price}
          imageUrl={course.imageUrl}
        />
      )}
      <ButtonLink variant="quiet" isFull to={`/courses/${id}`}>
        See {title}
      </ButtonLink>
    </>
  );
}

function PassportSkeleton() {
  return (
    <SkeletonGroup label="Loading your certifications">
      <Skeleton className="mt-12 h-12 w-2/3" />
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="mt-6 h-20 w-full" />
      ))}
      <LedgerSkeleton />
    </SkeletonGroup>
  );
}

function LedgerSkeleton() {
  return (
    <div className="passport-two">
      <Skeleton className="h-80 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
