// After payment: the files, the receipt and next steps.
import { useQuery } from '@tanstack/react-query';
import FileText from 'icon:file-text';
import type { ReactNode } from 'react';
import { formatFullDay } from '#shared/dates.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';
import type { Order, OrderItem } from '#shared/features/order/order.contract.ts';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { type PaidOrder, orderHref, receiptHref } from '#app/lib/order-address.ts';
import { GuestCourseSteps, openCourseOf } from './guest-course.tsx';
import { DownloadEverything, OrderItems, registerState } from './order-items.tsx';
import { OrderTotals } from './order-totals.tsx';
import { getOrderFilesQuery } from './order.api.ts';
import './order-success.css';
import { Link } from 'react-router';
import './order.css';

const RIBBON = coverUrl('site-empty', 'square', 600);

type ThanksProps = {
  order: Order;
  address: PaidOrder;
  title: ReactNode;
  children: ReactNode;
  onSignIn: () => void;
};

export function Thanks({ order, address, title, children, onSignIn }: ThanksProps) {
  return (
    <>
      <div className="wrap thanks">
        <div>
          <div className="bought-hello">
            <div className="bought-hello-text">
              <h1 className="t-l">{title}</h1>
              <p className="lead mt-3 max-w-measure wrap-anywhere">{children}</p>
              <div className="mt-6 empty:mt-0">
                <MainAction order={order} address={address} />
              </div>
            </div>
            <img className="bought-hello-art" src={RIBBON} alt="" width={200} height={200} />
          </div>
          {order.state === 'refunded' && (
            <Notice tone="warn" className="mt-6">
              This order was refunded; the money is on its way back to your card.
            </Notice>
          )}
          <h2 className="sr-only">What you bought</h2>
          <OrderItems order={order} address={address} />
          {address.key && <SaveOrderLink address={address} />}
        </div>
        <Slip order={order} address={address} />
      </div>
      <section className="wrap bought-next" aria-label="What comes next">
        {order.isGuest ? (
          <GuestAccount order={order} address={address} onSignIn={onSignIn} />
        ) : (
          <Shelf order={order} />
        )}
        <Ways order={order} address={address} />
      </section>
    </>
  );
}

/** The one thing to do next: the files, else the first lesson, the session or the membership. */
function MainAction({ order, address }: { order: Order; address: PaidOrder }) {
  const { data } = useQuery(getOrderFilesQuery(address));
  if (!data) return null;
  const course = order.isGuest ? openCourseOf(data.items) : undefined;
  const hasFiles = data.items.some(({ files }) => files.length > 0);
  if (course) {
    return (
      <div className="grid gap-7">
        <GuestCourseSteps order={order} address={address} course={course} />
        {hasFiles && (
          <div>
            <DownloadEverything address={address} />
          </div>
        )}
      </div>
    );
  }
  if (hasFiles) return <DownloadEverything address={address} />;
  const open = data.items.find(({ access }) => access === 'open');
  const start = open && START[open.itemType];
  if (!start) return null;
  const look = { variant: 'primary', size: 'l' } as const;
  if (order.isGuest) return null;
  return (
    <ButtonLink to={start.to(open)} {...look}>
      {start.label}
    </ButtonLink>
  );
}

type Start = { label: string; to: (item: OrderItem) => string };

const START: Partial<Record<OrderItem['itemType'], Start>> = {
  course: { label: 'Start the first lesson', to: ({ href }) => `${href}/learning` },
  booking: { label: 'See your session', to: ({ href }) => href },
  membership: { label: 'Open your membership', to: ({ href }) => href },
};

/** For orders opened with a key: the link is the only way back. */
export function SaveOrderLink({ address }: { address: PaidOrder }) {
  const { data } = useQuery(getOrderFilesQuery(address));
  if (!data) return null;
  const hasFiles = data.items.some(({ itemType }) => itemType === 'resource');
  return (
    <p className="small mt-4 max-w-measure">
      {hasFiles
        ? 'Bookmark this page, or use the link in your email: both open your files from any device. Anyone who has the link can download them, so keep it to yourself.'
        : 'Bookmark this page, or use the link in your email: both open this order and its receipt from any device.'}
    </p>
  );
}

/** What has been sent where, and what it is good for. */
export function SentText({ order, address }: { order: Order; address: PaidOrder }) {
  const { data } = useQuery(getOrderFilesQuery(address));
  if (!order.isGuest) return 'The receipt is on its way to you.';
  if (!openCourseOf(data?.items)) return `We’ve sent a link to it to ${order.email}.`;
  return `The link that starts your course is in the email to ${order.email}.`;
}

function Slip({ order, address }: { order: Order; address: PaidOrder }) {
  return (
    <aside className="slip" aria-label="Receipt">
      <h2 className="t-s">Receipt</h2>
      <OrderTotals order={order} isItemised />
      <dl className="slip-facts num">
        <div>
          <dt>Order</dt>
          <dd>{order.number}</dd>
        </div>
        {order.paidAt && (
          <div>
            <dt>Paid</dt>
            <dd>{formatFullDay(order.paidAt)}</dd>
          </div>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-x-2">
        <a className={buttonClass({ variant: 'quiet' }, '-ml-3')} href={receiptHref(address)} download>
          <FileText className="icon" aria-hidden="true" />
          <span className="btn-label">Save as PDF</span>
        </a>
        <ButtonLink variant="quiet" to={orderHref(address)}>
          View receipt
        </ButtonLink>
      </div>
    </aside>
  );
}

function Shelf({ order }: { order: Order }) {
  if (isBooking(order)) {
    return (
      <div>
        <h2 className="t-m">Before you meet</h2>
        <p className="meta mt-2 mb-5 max-w-measure">
          The meeting link, the calendar file and other times are in My bookings. We remind you by email.
        </p>
        <ButtonLink to="/my-bookings">See my bookings</ButtonLink>
      </div>
    );
  }
  return (
    <div>
      <h2 className="t-m">It’s all in one place</h2>
      <p className="meta mt-2 mb-5 max-w-measure">
        Find what you bought in My purchases, including every later version.
      </p>
      <ButtonLink to="/my-purchases">See my purchases</ButtonLink>
    </div>
  );
}

function Ways({ order, address }: { order: Order; address: PaidOrder }) {
  const asked = order.isGuest ? undefined : order.lines.find(({ itemType }) => isAskable(itemType));
  return (
    <ul className="bought-ways">
      <li>
        <div>
          <h3>Plan the next class</h3>
          <p className="small mt-1">Lesson plans, music and videos from teachers like you.</p>
        </div>
        <ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>
      </li>
      {asked && (
        <li>
          <div>
            <h3>Ask who made it</h3>
            <p className="small mt-1">{asked.sellerName} can help you put it to use.</p>
          </div>
          <AskLink
            about={{ type: asked.itemType === 'resource' ? 'resource' : 'course', id: asked.itemId }}
            label="Ask a question"
          />
        </li>
      )}
      <li>
        <div>
          <h3>Changed your mind?</h3>
          <p className="small mt-1">
            {isBooking(order)
              ? 'You can cancel a session under My Bookings, by the rule shown when you booked it.'
              : `Ask for a refund within ${REFUND_WINDOW_DAYS} days, with the button under your receipt.`}
          </p>
        </div>
        {isBooking(order) ? (
          <ButtonLink variant="quiet" to="/my-bookings">
            Open My Bookings
          </ButtonLink>
        ) : (
          <ButtonLink variant="quiet" to={orderHref(address)}>
            Open receipt
          </ButtonLink>
        )}
      </li>
    </ul>
  );
}

const isAskable = (itemType: string) => ['resource', 'course', 'certification'].includes(itemType);
const isBooking = ({ lines }: Order) => lines.every(({ itemType }) => itemType === 'booking');

/** On the page of the order: a course starts from the email, files can be kept in an account. */
export function GuestNext(props: GuestAccountProps) {
  const { data } = useQuery(getOrderFilesQuery(props.address));
  const course = openCourseOf(data?.items);
  return course ? <GuestCourseSteps {...props} course={course} /> : <GuestAccount {...props} />;
}

type GuestAccountProps = { order: Order; address: PaidOrder; onSignIn: () => void };

/** With a course, the link in the email creates the account. */
export function GuestAccount({ order, address, onSignIn }: GuestAccountProps) {
  const { data } = useQuery(getOrderFilesQuery(address));
  if (!data) return <div />;
  if (openCourseOf(data.items)) {
    return (
      <section className="guest-account">
        <h2 className="t-m">It’s all in one place</h2>
        <p className="meta mt-2 max-w-measure">
          Once you follow the link in your email, you’ll find this order in My purchases and the course in My
          courses.
        </p>
      </section>
    );
  }
  return (
    <section className="guest-account">
      <h2 className="t-m">Keep it all in one place</h2>
      <p className="meta mt-2 max-w-measure">
        Create an account with <strong className="wrap-anywhere">{order.email}</strong>, open the link we
        email you, and this order moves into it, with every later version. You don’t need one to download.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink to="/register" state={registerState(order)}>
          Create account
        </ButtonLink>
        <Link className="link meta" to="/auth" onClick={onSignIn}>
          I already have one
        </Link>
      </div>
    </section>
  );
}
