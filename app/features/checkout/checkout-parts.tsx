// What the checkout pages share: the two-column layout, and what they show when there is nothing to pay.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { openQuestions, successPath, totalCents, type Line } from './checkout-items.ts';
import { SummarySkeleton } from './order-summary.tsx';
import type { RecentOrder } from './use-after-paying.ts';
import type { CardForm } from './pay-form.schema.ts';

type CheckoutProps = { title: string; summary: ReactNode; children: ReactNode };

export function Checkout({ title, summary, children }: CheckoutProps) {
  return (
    <div className="wrap checkout">
      <h1 className="t-l">{title}</h1>
      {summary}
      {children}
    </div>
  );
}

export function CheckoutSkeleton({ title = 'Checkout' }: { title?: string }) {
  return (
    <Checkout title={title} summary={<SummarySkeleton />}>
      <SkeletonGroup label="Loading the checkout" className="checkout-part grid gap-6">
        <Skeleton className="h-8 w-2/3" />
        {['a', 'b', 'c'].map((field) => (
          <div key={field}>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-2 h-12 rounded-field!" />
          </div>
        ))}
        <noscript>
          <p className="meta">Checkout needs JavaScript. Turn it on for this site and reload the page.</p>
        </noscript>
      </SkeletonGroup>
    </Checkout>
  );
}

/** Shown while the success page loads. */
export function PaidAlready() {
  return (
    <div className="wrap pt-10" role="status">
      <h1 className="t-l">Paid</h1>
      <p className="lead mt-4">One moment, we’re getting your order ready.</p>
    </div>
  );
}

/** For buyers who come back after paying, so that they don't pay twice. */
export function BoughtJustNow({ order }: { order: RecentOrder }) {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">You’ve already paid for this</h1>
      <p className="lead mt-4 max-w-measure">There’s nothing left to pay.</p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink variant="primary" to={successPath(order.items, order)}>
          View your order
        </ButtonLink>
        <ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>
      </div>
    </div>
  );
}

/** For carts with free items only, which are available from their own pages without a card. */
export function NothingToPay({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Nothing left to pay</h1>
      <p className="lead mt-4 max-w-measure">Everything in your cart is free now. Get it on its page.</p>
      <ul className="mt-6 grid gap-2">
        {lines.map(({ id, itemType, itemId, title, details }) => (
          <li key={id}>
            <Link className="link" to={itemType === 'resource' ? details.href : `/direct-enroll/${itemId}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const isFreeOrder = (lines: readonly Line[]): boolean =>
  openQuestions(lines).length === 0 && totalCents(lines) === 0;

export function EmptyCheckout() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Checkout</h1>
      <EmptyState
        className="mt-8"
        title="Your cart is empty"
        action={
          <ButtonLink variant="primary" to="/curriculum">
            Browse the curriculum
          </ButtonLink>
        }
      >
        Plans, music and courses you choose will appear here.
      </EmptyState>
    </div>
  );
}

const STEPS = ['Address', 'Review', 'Pay'] as const;
export type Step = (typeof STEPS)[number];

/** Completed steps are links; later ones are plain text. */
export function Steps({ at, to }: { at: Step; to: (step: Step) => string }) {
  const current = STEPS.indexOf(at);
  return (
    <nav aria-label="Steps" className="checkout-steps">
      <ol>
        {STEPS.map((step, place) => (
          <li key={step} aria-current={place === current ? 'step' : undefined}>
            <span className="num" aria-hidden="true">
              {place + 1}
            </span>
            {place < current ? (
              <Link className="link" to={to(step)}>
                {step}
              </Link>
            ) : (
              step
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const CARDS = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0025 0000 3155', 'asks for confirmation, then pays'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0000 0000 0002', 'is declined'],
] as const;

/** With an expiry date that is always in the future. */
function anyCard(number: string): CardForm {
  const year = String((new Date().getFullYear() + 3) % 100).padStart(2, '0');
  return { number, expiry: `04 / ${year}`, cvc: '123' };
}

export function TestCards({ onChoose }: { onChoose: (card: CardForm) => void }) {
  return (
    <details className="test-cards">
      <summary>This is a sandbox: no money moves. Show test cards.</summary>
      <ul>
        {CARDS.map(([number, outcome]) => (
          <li key={number}>
            <button type="button" className="link num" onClick={() => onChoose(anyCard(number))}>
              {number}
            </button>
            <span>{outcome}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
