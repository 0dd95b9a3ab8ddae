// Where the link of an invitation to a course leads: what is offered, and taking it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams, type MetaArgs } from 'react-router';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useUser } from '#app/lib/user.api.ts';
import { getCourseInvitationQuery, useAcceptCourseInvitation } from './teaching.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Course invitation',
    description: 'An invitation to a course.',
    path: '/course-invitations',
    isHidden: true,
  });
}

export default function CourseInvitationPage() {
  const { token = '' } = useParams();
  const user = useUser();
  const query = useQuery({ ...getCourseInvitationQuery(token), enabled: user !== undefined });
  return (
    <div className="auth-body" aria-live="polite">
      {query.data ? (
        <Words title={query.data.course.title}>
          <p>{query.data.instructor} invites you to this course. You have nothing to pay.</p>
          {user ? <Accept token={token} /> : <SignIn token={token} />}
        </Words>
      ) : query.error ? (
        <Words title="This invitation doesn’t work">
          <p>{failureTextOf(query.error)}</p>
          <ButtonLink to="/courses">See all courses</ButtonLink>
        </Words>
      ) : (
        <Words title="Course invitation">
          <Skeleton className="h-24" />
          <NeedsScript what="Opening an invitation" />
        </Words>
      )}
    </div>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="auth-form">
      <h1 className="t-l">{title}</h1>
      {children}
    </div>
  );
}

function SignIn({ token }: { token: string }) {
  const comeBack = () => rememberDestination(`/course-invitations/${token}`);
  return (
    <>
      <p className="meta">Sign in or create an account to start.</p>
      <ButtonLink variant="primary" size="l" to="/register" onClick={comeBack}>
        Create an account
      </ButtonLink>
      <ButtonLink size="l" to="/auth" onClick={comeBack}>
        Sign in
      </ButtonLink>
    </>
  );
}

function Accept({ token }: { token: string }) {
  const accept = useAcceptCourseInvitation();
  const navigate = useNavigate();
  return (
    <>
      {accept.error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(accept.error)}
        </Notice>
      )}
      <Button
        variant="primary"
        size="l"
        isBusy={accept.isPending}
        onClick={() =>
          accept.mutate(
            { params: { token } },
            { onSuccess: ({ courseId }) => void navigate(`/courses/${courseId}`) },
          )
        }
      >
        Join the course
      </Button>
    </>
  );
}
