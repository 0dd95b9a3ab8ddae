// What a guest who bought a course does next: open the email, whose link leads to the first lesson.
import { Link } from 'react-router';
import type { Order, OrderItem } from '#shared/features/order/order.contract.ts';
import { START_LINK_HOURS } from '#shared/features/order/start-link.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { PaidOrder } from '#app/lib/order-address.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useSendStartLink } from './order.api.ts';

export const openCourseOf = (items: readonly OrderItem[] = []): OrderItem | undefined =>
  items.find(({ itemType, access }) => itemType === 'course' && access === 'open');

/** The same for every address: only its mailbox learns whether it has an account. */
export function GuestCourseSteps({ order, address, course }: GuestCourseProps) {
  return (
    <section className="guest-course" aria-labelledby="guest-course">
      <h2 className="t-m" id="guest-course">
        Start your course in three steps
      </h2>
      <ol>
        <li>
          Open the email we sent to <strong className="wrap-anywhere">{order.email}</strong>. Can’t find it?
          Check your spam folder.
        </li>
        <li>
          Follow its link. It confirms your address and creates your account, or signs you in if the address
          has one. You don’t need a password.
        </li>
        <li>The first lesson opens.</li>
      </ol>
      <ResendStartLink address={address} />
      <p className="meta mt-4">
        Already have an account with this address?{' '}
        <Link className="link" to="/auth" onClick={() => rememberDestination(`${course.href}/learning`)}>
          Sign in to start
        </Link>
      </p>
    </section>
  );
}

type GuestCourseProps = { order: Order; address: PaidOrder; course: OrderItem };

function ResendStartLink({ address }: { address: PaidOrder }) {
  const send = useSendStartLink();
  const { orderId, key } = address;
  if (!key) return null;
  return (
    <div className="mt-5">
      <Button isBusy={send.isPending} onClick={() => send.mutate({ orderId, key })}>
        Email me the link again
      </Button>
      {/* Rendered even when empty: a live region must exist before its text does. */}
      <p className={send.isError ? 'error-text mt-2' : 'help mt-2'} role="status">
        {send.isSuccess
          ? `We’re sending you another link. Each works once, within ${START_LINK_HOURS} hours.`
          : send.isError && failureTextOf(send.error)}
      </p>
    </div>
  );
}
