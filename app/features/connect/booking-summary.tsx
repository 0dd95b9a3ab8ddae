// Beside the booking form: the chosen time, what it costs, and the button that books it.
import { formatSession, formatZone, useTimeZone } from '#app/components/booking/time-zone.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { useMemberPrice } from '#app/lib/member.api.ts';
import type { PublicSessionType } from '#shared/features/connect/connect.schema.ts';
import { CANCELLATION_TEXTS, describeSession } from '#shared/features/instructor/instructor.rules.ts';
import { HOLD_MINUTES, REQUEST_HOURS } from '#shared/features/reservation/reservation.states.ts';
import { centsToDecimal, decimalToCents, formatMoney, formatPrice } from '#shared/money.ts';

export type BookingChoice = {
  start: string | null;
  needsTime: boolean;
  packageId: number | undefined;
};

type BookingSummaryProps = BookingChoice & {
  session: PublicSessionType;
  creditsLeft: number | undefined;
  problem: string | null;
  /** Weeks of a series that are taken. */
  conflicts: readonly string[];
  isBusy: boolean;
  onBook: () => void;
};

export function BookingSummary(props: BookingSummaryProps) {
  const { session, start, needsTime, packageId, creditsLeft, problem, conflicts, isBusy, onBook } = props;
  const zone = useTimeZone();
  const end = start && new Date(Date.parse(start) + session.durationMinutes * 60_000).toISOString();
  const isFree = Number(session.price) === 0 || packageId !== undefined;
  return (
    <aside className="book-sum" aria-label="Your booking">
      <p className="booking-when" aria-live="polite">
        {start && end
          ? formatSession({ start, end }, zone)
          : needsTime
            ? 'Choose a time'
            : `${session.sessionCount} sessions`}
      </p>
      <p className="meta mt-2">
        {session.title}, {session.place === 'online' ? 'online' : 'in person'}
        {start && `. ${formatZone(zone)}`}
      </p>
      {session.kind === 'series' && start && (
        <p className="meta mt-2">
          The same time every week, {session.sessionCount} times. All of them are booked together.
        </p>
      )}
      <Price session={session} isFromPackage={packageId !== undefined} />
      {creditsLeft !== undefined && (
        <p className="help mt-2">
          From your package: {creditsLeft === 1 ? '1 session' : `${creditsLeft} sessions`} left.
        </p>
      )}
      {problem && (
        <Notice tone="bad" isAlert className="mt-4">
          {problem}
          {conflicts.length > 0 && (
            <ul className="mt-2 list-disc pl-5">
              {conflicts.map((conflict) => (
                <li key={conflict}>{conflict}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <Button variant="primary" size="l" isFull className="mt-5" isBusy={isBusy} onClick={onBook}>
        {buttonLabel({ session, isFree, needsTime })}
      </Button>
      <p className="help mt-3">
        {explain({ session, isFree })} {CANCELLATION_TEXTS[session.cancellation]}
      </p>
    </aside>
  );
}

function Price({ session, isFromPackage }: { session: PublicSessionType; isFromPackage: boolean }) {
  const { amount, isOwn } = useMemberPrice('booking', session.price);
  const ownPrice = isOwn && amount !== null ? amount : session.price;
  const savedCents = decimalToCents(session.price) - decimalToCents(ownPrice);
  return (
    <RunningOrder className="mt-5">
      <OrderLine figure={isFromPackage ? 'Paid' : formatMoney(session.price)}>
        {session.title}, {describeSession(session)}
      </OrderLine>
      {!isFromPackage && savedCents > 0 && (
        <OrderLine figure={formatMoney(centsToDecimal(-savedCents))}>Member discount</OrderLine>
      )}
      <OrderLine isTotal figure={isFromPackage ? '$0.00' : formatMoney(ownPrice)}>
        Total
      </OrderLine>
    </RunningOrder>
  );
}

type Bought = { session: PublicSessionType; isFree: boolean; needsTime: boolean };

function buttonLabel({ session, isFree, needsTime }: Bought): string {
  if (session.isOnRequest) return 'Request this time';
  if (isFree) return 'Book this time';
  return needsTime ? 'Hold this time and pay' : `Buy for ${formatPrice(session.price)}`;
}

function explain({ session, isFree }: Omit<Bought, 'needsTime'>): string {
  if (session.isOnRequest) {
    return `You get an answer within ${REQUEST_HOURS} hours. Nothing is charged until then.`;
  }
  if (session.kind === 'package' && !isFree) {
    return `You choose the times later, within ${session.validDays} days.`;
  }
  return isFree
    ? 'Your booking is confirmed at once.'
    : `We hold it for ${HOLD_MINUTES} minutes while you pay.`;
}
