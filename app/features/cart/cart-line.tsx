// One line of the cart: item, seats, amount, and anything that keeps it from being bought.
import Minus from 'icon:minus';
import Plus from 'icon:plus';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MAX_QUANTITY } from '#shared/features/cart/cart.rules.ts';
import { isCertification } from '#shared/features/course/course.rules.ts';
import { DEDUCTION_RULE, deductionNote } from '#shared/features/refund/refund.rules.ts';
import { formatCents, formatMoney } from '#shared/money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { HoldCountdown } from '#app/components/booking/hold-countdown.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { isBlocked, lineCents, type CartLine, type CartView } from './cart.api.ts';
import { useRemoveCartItem, useUpdateCartItem } from './cart-changes.api.ts';
import { LinePrerequisites } from './line-prerequisites.tsx';

type CartLinesProps = {
  cart: CartView;
  /** Called when a link leaves the drawer. */
  onFollow?: () => void;
};

export function CartLines({ cart, onFollow }: CartLinesProps) {
  const setQuantity = useUpdateCartItem(cart);
  const remove = useRemoveCartItem(cart);
  return (
    <ul className="cart-lines">
      {cart.items.map((line) => (
        <li key={line.id} className="cart-line">
          <LineHead line={line} onFollow={onFollow} />
          <LineNote line={line} onFollow={onFollow} />
          <LinePrerequisites line={line} canAdd onFollow={onFollow} />
          <div className="cart-line-actions">
            {line.itemType === 'booking' ? (
              <span />
            ) : (
              <Seats
                line={line}
                isGuest={cart.isGuest}
                onChange={(quantity) => setQuantity(line, quantity)}
              />
            )}
            <Button variant="danger" size="s" className="-mr-4" onClick={() => remove(line)}>
              Remove<span className="sr-only"> {line.title}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Also used in summaries, where nothing can be changed. */
export function LineHead({ line, onFollow }: { line: CartLine; onFollow?: () => void }) {
  const { title, imageUrl, details, quantity } = line;
  return (
    <>
      <div className="cart-line-art">{imageUrl && <img src={imageUrl} alt="" width={80} height={100} />}</div>
      <div className="min-w-0">
        <h3 className="cart-line-title">
          <Link to={details.href} onClick={onFollow}>
            {title}
          </Link>
        </h3>
        <p className="meta">
          {[isCertification(line) && 'Certification', details.sellerName, quantity > 1 && `${quantity} seats`]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <LineAmount line={line} />
    </>
  );
}

function LineAmount({ line }: { line: CartLine }) {
  if (isBlocked(line)) {
    return (
      <span className="cart-line-amount num" aria-label="Not counted">
        –
      </span>
    );
  }
  return <strong className="cart-line-amount num">{formatCents(lineCents(line))}</strong>;
}

type NoteProps = { line: CartLine; onFollow?: () => void };

export function LineNote({ line, onFollow }: NoteProps) {
  const note = noteOf(line, onFollow);
  if (!note) return null;
  return <p className={isBlocked(line) ? 'cart-line-note is-bad' : 'cart-line-note'}>{note}</p>;
}

function noteOf({ details, quantity }: CartLine, onFollow: (() => void) | undefined): ReactNode {
  const { notice, previousPrice, fullPrice, isMemberPriceOver } = details;
  const { owned, deductions, apart, href, heldUntil } = details;
  if (notice === 'withdrawn') return 'No longer on sale. Remove it to continue.';
  if (notice === 'own') return 'This is your own item. Remove it to continue.';
  if (notice === 'owned') {
    return (
      <>
        You already have it.{' '}
        <Link className="link" to={href} onClick={onFollow}>
          Open it
        </Link>
        , and remove it here to continue.
      </>
    );
  }
  if (notice === null && heldUntil !== null) return <HoldCountdown until={heldUntil} />;
  if (notice === 'free') return 'This is free now.';
  if (notice === 'lapsed') {
    return (
      <>
        This time is no longer held for you.{' '}
        <Link className="link" to={href} onClick={onFollow}>
          Choose a time again
        </Link>
        , and remove this one.
      </>
    );
  }
  if (notice === 'repriced' && isMemberPriceOver) {
    return `Your membership has ended. The member price was ${formatMoney(previousPrice)}.`;
  }
  if (notice === 'repriced') return `The price has changed. It was ${formatMoney(previousPrice)} before.`;
  if (Number(owned) > 0) {
    return (
      <>
        {deductionNote(owned, deductions)}
        <span className="small mt-1 block">{DEDUCTION_RULE}</span>
      </>
    );
  }
  if (apart !== null && quantity === 1) return `${formatMoney(apart)} separately.`;
  if (fullPrice !== null) return `Your member price, instead of ${formatMoney(fullPrice)}.`;
  return null;
}

type SeatsProps = { line: CartLine; isGuest: boolean; onChange: (quantity: number) => void };

/** Spec §4: minus at 1 removes the line; in a guest's cart it does nothing, and says so. */
function Seats({ line: { id, title, quantity }, isGuest, onChange }: SeatsProps) {
  const isLeast = isGuest && quantity <= 1;
  const isMost = quantity >= MAX_QUANTITY;
  return (
    <fieldset className="stepper">
      <legend className="sr-only">Seats of {title}</legend>
      <IconButton
        label="One less"
        icon={<Minus size={16} aria-hidden="true" />}
        data-control={`${id} less`}
        aria-disabled={isLeast || undefined}
        onClick={() => onChange(quantity - 1)}
      />
      <output className="num">{quantity}</output>
      <IconButton
        label="One more"
        icon={<Plus size={16} aria-hidden="true" />}
        data-control={`${id} more`}
        aria-disabled={isMost || undefined}
        onClick={() => !isMost && onChange(quantity + 1)}
      />
    </fieldset>
  );
}
