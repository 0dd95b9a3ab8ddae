// One URL to join a course: enrolls at once if it's free, goes to checkout if it's paid, opens it if it's owned.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router';
import { MissingItem } from '#app/components/catalogue/missing-item.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { getCourseQuery, type CourseDetail } from '#app/features/course/course.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { myItemQuery } from '#app/lib/item-access.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { browserPrefetch, pageNotFound, serverPrefetch } from '#app/lib/query.ts';
import { signUpState } from '#app/lib/sign-up-reason.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { readOrder } from '#app/lib/order-address.ts';
import { useCreateEnrollment } from '#app/features/learning/learning.api.ts';

const courseIdOf = (id: string | undefined) => readOrder(id, null)?.orderId ?? null;

function queries({ params }: { params: LoaderFunctionArgs['params'] }) {
  const id = courseIdOf(params['id']);
  if (id === null) throw pageNotFound();
  return [getCourseQuery(id)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Join the course',
    description: 'Enroll in this course.',
    path: `/courses/${params['id'] ?? ''}`,
    isHidden: true,
  });
}

export default function DirectEnrollPage() {
  const id = courseIdOf(useParams()['id']) ?? 0;
  const isHydrated = useHydrated();
  const user = useUser();
  const course = useQuery(getCourseQuery(id));
  const mine = useQuery({ ...myItemQuery({ type: 'course', id }), enabled: Boolean(user) });
  const error = course.error ?? mine.error;
  if (error) {
    return (
      <Failed
        error={error}
        onRetry={() => {
          void course.refetch();
          if (user) void mine.refetch();
        }}
      />
    );
  }
  if (!isHydrated || !course.data || user === undefined || (user && !mine.data)) return <OneMoment />;
  if (mine.data?.isOwned || mine.data?.isMine) return <OnwardsTo path={`/courses/${id}/learning`} />;
  if (Number(course.data.price) > 0) {
    const type = course.data.kind === 'certification' ? 'certification' : 'course';
    return <OnwardsTo path={`/direct-checkout?type=${type}&id=${id}`} />;
  }
  return user ? <EnrollNow course={course.data} /> : <SignUpFirst title={course.data.title} />;
}

/** Shown while the next page loads. */
function OnwardsTo({ path }: { path: string }) {
  return (
    <>
      <OneMoment />
      <Navigate replace to={path} />
    </>
  );
}

function EnrollNow({ course: { id } }: { course: CourseDetail }) {
  const enroll = useCreateEnrollment();
  const navigate = useNavigate();
  const { mutate, error } = enroll;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate(id, {
      onSuccess: () => void navigate(`/courses/${id}/learning`, { replace: true }),
    });
  }, [id, mutate, navigate]);
  if (!error) return <OneMoment />;
  const again = () =>
    mutate(id, {
      onSuccess: () => void navigate(`/courses/${id}/learning`, { replace: true }),
    });
  return <Failed error={error} onRetry={again} />;
}

/** Free courses need an account, too. */
function SignUpFirst({ title }: { title: string }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    rememberDestination(pathname);
    const state = signUpState({ action: 'join', title, to: pathname });
    void navigate('/register', { replace: true, state });
  }, [pathname, navigate, title]);
  return <OneMoment />;
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="wrap pt-10">
      <ErrorState headingLevel={1} title="We couldn’t enroll you" onRetry={onRetry}>
        <p>{failureTextOf(error)}</p>
      </ErrorState>
    </div>
  );
}

function OneMoment() {
  return (
    <div className="wrap pt-10" role="status">
      <h1 className="t-l">One moment</h1>
      <p className="lead mt-4">We are getting the course.</p>
      <noscript>
        <p className="meta mt-4">Enrolling needs JavaScript. Turn it on for this site and reload the page.</p>
      </noscript>
    </div>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <MissingItem error={error} title="This course isn’t available" action="/courses" />;
}
