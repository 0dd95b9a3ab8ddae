// After enrolling in a paid or free course.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams, type MetaArgs } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { getCourseQuery } from '#app/features/course/course.api.ts';
import { myItemQuery } from '#app/lib/item-access.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { MissingOrder } from './missing-order.tsx';
import { readOrder, useOrderAddress } from '#app/lib/order-address.ts';
import { isUnpaid, OrderView, Unpaid } from './order-view.tsx';
import { Thanks } from './order-success.tsx';
import '#app/features/checkout/checkout.css';
import { quoteAtEnd } from '#shared/quote.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Welcome to the course',
    description: 'You are enrolled.',
    path: '/course-enrollment-success',
    isHidden: true,
  });
}

export default function CourseSuccessPage() {
  const isGuest = useUser() === null;
  const [search] = useSearchParams();
  const address = useOrderAddress();
  const free = readOrder(search.get('course'), null);
  const signIn = () => rememberDestination(window.location.pathname + window.location.search);
  const missing = <MissingOrder isGuest={isGuest} onSignIn={signIn} />;
  if (free && !address) return <FreeCourse id={free.orderId} isGuest={isGuest} missing={missing} />;
  return (
    <OrderView address={address} missing={missing}>
      {(order, paid) =>
        isUnpaid(order) ? (
          <Unpaid order={order} />
        ) : (
          <Thanks order={order} address={paid} title="Welcome to the course" onSignIn={signIn}>
            {order.isGuest
              ? 'Your payment went through. One step is left: open the email we sent you.'
              : 'You’re enrolled. The receipt is on its way to you, and the course is ready whenever you are.'}
          </Thanks>
        )
      }
    </OrderView>
  );
}

type FreeCourseProps = { id: number; isGuest: boolean; missing: React.ReactNode };

/** Enrolled without an order: nothing was paid, so there is no receipt. */
function FreeCourse({ id, isGuest, missing }: FreeCourseProps) {
  const isHydrated = useHydrated();
  const { data: course, isError } = useQuery({ ...getCourseQuery(id), enabled: isHydrated });
  const mine = useQuery({ ...myItemQuery({ type: 'course', id }), enabled: isHydrated && !isGuest });
  if (isHydrated && (isGuest || isError || mine.isError || mine.data?.isOwned === false)) return missing;
  if (!course || !mine.data) {
    return (
      <SkeletonGroup label="Loading your course" className="wrap pt-14">
        <Skeleton className="h-12 w-2/3" />
      </SkeletonGroup>
    );
  }
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="t-l">Welcome to the course</h1>
      <p className="lead mt-4 max-w-measure">
        You’re enrolled in {quoteAtEnd(course.title)} The first lesson is ready when you are.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to={`/courses/${id}/learning`}>
          Start learning
        </ButtonLink>
        <ButtonLink to="/my-courses">See my courses</ButtonLink>
      </div>
    </div>
  );
}
