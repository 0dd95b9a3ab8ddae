// What the certificate of a course takes, and for its learners how far they are.
import { useQuery } from '@tanstack/react-query';
import Award from 'icon:award';
import Check from 'icon:check';
import Circle from 'icon:circle';
import { useState } from 'react';
import { formatFullDay } from '#shared/dates.ts';
import { publicStatus } from '#shared/features/certificate/certificate.rules.ts';
import {
  describeRequirement,
  type Requirement,
} from '#shared/features/learning/certificate-progress.rules.ts';
import { ButtonLink, Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { getCertificateProgressQuery, useRepeatCourse, type CertificateProgress } from './learning.api.ts';
import './certificate-progress.css';

type RequirementListProps = { requirements: readonly (Requirement & { done?: number })[] };

/** A tick where it is done; the count where there is more than one to do. */
export function RequirementList({ requirements }: RequirementListProps) {
  return (
    <ul className="requirements">
      {requirements.map((requirement) => {
        const { kind, needed, done } = requirement;
        const isDone = done !== undefined && done >= needed;
        const Icon = isDone ? Check : Circle;
        return (
          <li key={kind} data-done={isDone || undefined}>
            <Icon className="icon" aria-hidden="true" />
            <span>{describeRequirement(requirement)}</span>
            {done !== undefined && (
              <span className="meta num">
                {isDone ? 'Done' : needed === 1 ? 'Not yet' : `${done} of ${needed}`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** In the classroom: the requirements with the learner's progress, then the certificate. */
export function CertificateStatus({ courseId }: { courseId: number }) {
  const { data } = useQuery(getCertificateProgressQuery(courseId));
  if (!data || data.requirements.length === 0) return null;
  return (
    <section className="classroom-certificate" aria-labelledby="certificate-status">
      <h2 id="certificate-status" className="t-s">
        Your certificate
      </h2>
      <RequirementList requirements={data.requirements} />
      <HeldCertificate held={data.certificate} />
    </section>
  );
}

const HELD_TEXT = {
  valid: 'See your certificate',
  expired: 'See your expired certificate',
  revoked: 'See your revoked certificate',
} as const;

export function HeldCertificate({ held }: { held: CertificateProgress['certificate'] }) {
  if (!held) return null;
  return (
    <ButtonLink className="mt-4" size="s" to={`/certificates/${held.id}`}>
      <Award className="icon" aria-hidden="true" />
      {HELD_TEXT[publicStatus(held.status)]}
    </ButtonLink>
  );
}

/** For a completed course that renews a certificate: doing it once more counts again. */
export function RepeatCourse({ courseId }: { courseId: number }) {
  const { data } = useQuery(getCertificateProgressQuery(courseId));
  const repeat = useRepeatCourse();
  const [isAsking, setAsking] = useState(false);
  if (!data?.renews) return null;
  const { courseTitle, expiresOn, isExpired } = data.renews;
  return (
    <Notice className="classroom-words" tone="warn">
      <p>
        Your certificate “{courseTitle}” {isExpired ? 'expired on' : 'is valid until'}{' '}
        {formatFullDay(expiresOn)}. Do this course once more to renew it.
      </p>
      <Button className="mt-3" size="s" onClick={() => setAsking(true)}>
        Start again…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        isDestructive={false}
        title="Start this course again?"
        description="All lessons, quizzes and assignments are open again. Your notes and earlier results stay. You can’t undo this."
        confirmLabel="Start again"
        onConfirm={() => repeat.mutateAsync({ params: { id: courseId } })}
        failure={failureTextOf}
      />
    </Notice>
  );
}
