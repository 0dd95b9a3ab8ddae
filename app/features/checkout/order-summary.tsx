// What is about to be bought: the lines, changes since they were added, and the totals.
import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatFullDay } from '#shared/dates.ts';
import { DEDUCTION_RULE, deductionNote } from '#shared/features/refund/refund.rules.ts';
import { formatMoney } from '#shared/money.ts';
import { PrerequisiteNote } from '#app/components/purchase/prerequisite-note.tsx';
import { PurchaseTerms } from '#app/components/purchase/purchase-terms.tsx';
import { HoldCountdown } from '#app/components/booking/hold-countdown.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { isBlocked, lineAmount, lineNote, noticeText, openQuestions, type Line } from './checkout-items.ts';
import type { CheckoutSummary } from './checkout-summary.api.ts';
import './checkout.css';

export type CheckoutActions = {
  /** Absent if there is no cart to remove it from. */
  onRemove?: ((line: Line) => void) | undefined;
  onAccept?: ((line: Line) => void) | undefined;
  isChanging?: boolean;
};

type OrderSummaryProps = CheckoutActions & {
  lines: readonly Line[];
  bill: CheckoutSummary;
  /** The coupon field. */
  couponField: ReactNode;
};

export function OrderSummary({ lines, bill, couponField, ...actions }: OrderSummaryProps) {
  const titleId = useId();
  const { subtotal, discount, couponCode, tax, taxNote, credit, total } = bill;
  useFocusOnNextQuestion(openQuestions(lines).length);
  return (
    <section className="summary" aria-labelledby={titleId}>
      <h2 className="t-s" id={titleId}>
        Order Summary
      </h2>
      <ul className="summary-lines">
        {lines.map((line) => (
          <SummaryLine key={line.id} line={line} {...actions} />
        ))}
      </ul>
      <div className="mt-5">{couponField}</div>
      <RunningOrder className="summary-sums">
        {(lines.length > 1 || discount !== null || tax !== null || taxNote !== null || credit?.isUsed) && (
          <OrderLine figure={formatMoney(subtotal)}>Subtotal</OrderLine>
        )}
        {discount !== null && (
          <OrderLine figure={`−${formatMoney(discount)}`}>Discount ({couponCode})</OrderLine>
        )}
        {tax !== null && <OrderLine figure={formatMoney(tax)}>Tax</OrderLine>}
        {taxNote !== null && <OrderLine figure={taxNote}>Tax</OrderLine>}
        {credit?.isUsed && <OrderLine figure={`−${formatMoney(credit.amount)}`}>Booking credit</OrderLine>}
        <OrderLine isTotal figure={formatMoney(total)}>
          Total
        </OrderLine>
      </RunningOrder>
      {credit && (
        <Checkbox
          className="mt-4"
          checked={credit.isUsed}
          onChange={(event) => credit.setUsed(event.target.checked)}
          help={`${formatMoney(credit.left)} left after this order, until ${formatFullDay(credit.endsAt)}.`}
        >
          Use my booking credit
        </Checkbox>
      )}
      <PurchaseTerms {...termsOf(lines)} className="small mt-4 text-pretty" />
    </section>
  );
}

/** The licence of items, the policy of sessions, or both. */
function termsOf(lines: readonly Line[]): ComponentProps<typeof PurchaseTerms> {
  const booked = lines.filter(({ itemType }) => itemType === 'booking').length;
  if (booked === lines.length) return { sessions: 'only' };
  return { licence: 'Each item is for one teacher per seat.', sessions: booked > 0 ? 'some' : 'none' };
}

/** Where the focus goes when there is something to decide, and when everything is decided. */
export function focusOnQuestion(): void {
  const next = '[data-open-question] :is(button, a)';
  const target =
    document.querySelector<HTMLElement>(next) ?? document.querySelector('.checkout-pay .btn-primary');
  if (target instanceof HTMLElement) target.focus();
}

/** The pressed button disappears with its question, so the focus moves on. */
function useFocusOnNextQuestion(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && document.activeElement === document.body) focusOnQuestion();
  }, [count]);
}

function SummaryLine({ line, ...actions }: CheckoutActions & { line: Line }) {
  const { title, imageUrl, details } = line;
  const owned = Number(details.owned) > 0;
  return (
    <li className="summary-line">
      <div className="summary-art">
        {imageUrl && <LazyImage src={imageUrl} alt="" width={58} height={72} />}
      </div>
      <div className="min-w-0">
        <h3 className="summary-title">{title}</h3>
        <p className="small">{lineNote(line)}</p>
        {details.heldUntil !== null && details.notice === null && (
          <p className="small">
            <HoldCountdown until={details.heldUntil} />
          </p>
        )}
        {owned && (
          <p className="small">
            {deductionNote(details.owned, details.deductions)} {DEDUCTION_RULE}
          </p>
        )}
        {!isBlocked(line) && details.prerequisites.length > 0 && (
          <p className="small">
            <PrerequisiteNote courses={details.prerequisites} seats={line.quantity} />
          </p>
        )}
      </div>
      <span className="meta num">{isBlocked(line) ? '–' : formatMoney(lineAmount(line))}</span>
      {details.notice && <LineNotice line={line} {...actions} />}
    </li>
  );
}

function LineNotice({ line, onRemove, onAccept, isChanging }: CheckoutActions & { line: Line }) {
  const { notice, href } = line.details;
  return (
    <div className="summary-notice" data-open-question={notice !== 'free' || undefined}>
      <p>{noticeText(line)}</p>
      <div className="summary-actions">
        {notice === 'repriced' && onAccept && (
          <Button size="s" isBusy={isChanging} onClick={() => onAccept(line)}>
            Accept the new price<span className="sr-only"> of {line.title}</span>
          </Button>
        )}
        {notice === 'owned' && (
          <Link className="link" to={href}>
            Open it<span className="sr-only"> ({line.title})</span>
          </Link>
        )}
        {onRemove && notice !== 'free' && (
          <Button variant="danger" size="s" isBusy={isChanging} onClick={() => onRemove(line)}>
            Remove<span className="sr-only"> from the order: {line.title}</span>
          </Button>
        )}
      </div>
    </div>
  );
}

export function SummarySkeleton() {
  return (
    <SkeletonGroup label="Loading your order" className="summary">
      <Skeleton className="h-5 w-40" />
      {['a', 'b'].map((line) => (
        <div key={line} className="mt-5 flex gap-4">
          <Skeleton className="h-18 w-14" />
          <div className="grid flex-1 content-start gap-2">
            <Skeleton className="h-4" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
      <Skeleton className="mt-8 h-8" />
    </SkeletonGroup>
  );
}
