// The steps of paying, and where one is: Address, Review, Pay.
import { Link } from 'react-router';

const STEPS = ['Address', 'Review', 'Pay'] as const;
export type Step = (typeof STEPS)[number];

/** Steps that are done lead back; those to come are only words. */
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
