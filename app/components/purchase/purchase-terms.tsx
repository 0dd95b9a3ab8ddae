// The small print where it matters, next to a price and at checkout: refunds, licence and terms.
import { Link } from 'react-router';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';

/** The licence of everything but sessions. */
export const SEATS_NOTE = 'For one teacher. Studios choose the number of seats in the cart.';

type PurchaseTermsProps = {
  /** Who the licence is for, as a sentence. */
  licence?: string;
  /** Sessions follow the instructor’s policy instead of the refund window. */
  sessions?: 'none' | 'some' | 'only';
  className?: string;
};

const SESSION_RULE = 'Sessions follow the cancellation policy you saw when you booked.';

export function PurchaseTerms({ licence, sessions = 'none', className }: PurchaseTermsProps) {
  return (
    <p className={className ?? 'meta mt-3 text-pretty'}>
      {licence && `${licence} `}
      {sessions !== 'only' && (
        <>
          <Link className="link" to="/terms#refunds">
            {REFUND_WINDOW_DAYS}-day refunds
          </Link>
          {': if it isn’t right for you, ask for your money back. '}
        </>
      )}
      {sessions !== 'none' && `${SESSION_RULE} `}
      <Link className="link" to="/terms">
        Terms of sale
      </Link>
    </p>
  );
}
