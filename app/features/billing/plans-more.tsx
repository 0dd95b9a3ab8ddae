// The page of plans below the cards: the trial, the plans line by line, how leaving works, questions.
import './plans-more.css';
import Plus from 'icon:plus';
import { Link } from 'react-router';
import { TRIAL_REMINDER_DAYS } from '#shared/features/membership/membership.states.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import { compareRows } from './plan-text.ts';

/** The trial every plan has, in days; null if they differ or have none. */
export function commonTrialDays(plans: readonly Plan[]): number | null {
  const days = plans[0]?.trialDays ?? 0;
  return days > 0 && plans.every(({ trialDays }) => trialDays === days) ? days : null;
}

export function TrialDays({ days }: { days: number }) {
  return (
    <section className="wrap section" aria-labelledby="trial">
      <div className="head">
        <h2 className="t-m" id="trial">
          {days} days to find out
        </h2>
      </div>
      <ol className="plan-days">
        <li>
          <h3 className="t-s">Today</h3>
          <p className="meta mt-1">Everything opens. We don’t ask for a card.</p>
        </li>
        <li>
          <h3 className="t-s">{TRIAL_REMINDER_DAYS} days before the end</h3>
          <p className="meta mt-1">
            We email you the price and a link to stay. You don’t have to do anything.
          </p>
        </li>
        <li>
          <h3 className="t-s">Day {days}</h3>
          <p className="meta mt-1">Add a card and you’re a member. Do nothing and the trial simply ends.</p>
        </li>
      </ol>
    </section>
  );
}

export function LineByLine({ plans }: { plans: readonly Plan[] }) {
  return (
    <section className="wrap section pt-0!" aria-labelledby="lines">
      <h2 className="t-m mb-3" id="lines">
        Line by line
      </h2>
      <table className="table table-flush plan-lines" aria-labelledby="lines">
        <thead>
          <tr>
            <th scope="col" className="plan-lines-corner">
              <span className="sr-only">What you get</span>
            </th>
            {plans.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num">
          {compareRows(plans).map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {plans.map(({ id }, at) => (
                <td key={id} className={values[at] === 'No' ? 'text-ink-3' : undefined}>
                  {values[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const hasCredit = (plans: readonly Plan[]) => plans.some(({ bookingCredit }) => Number(bookingCredit) > 0);

export function Leaving({ plans }: { plans: readonly Plan[] }) {
  return (
    <section className="plans-leave" data-theme="light" aria-labelledby="leaving">
      <div className="wrap">
        <div>
          <h2 className="t-l" id="leaving">
            Leave whenever you like
          </h2>
          <p>
            In your profile, under Membership, choose Cancel membership and confirm. No phone call, no
            questions you have to answer. You keep what you’ve paid for until the last day, and you can pause
            for up to three months instead.
          </p>
        </div>
        <div>
          <h3 className="t-s">Stays with you</h3>
          <ul>
            <li>Everything you bought, at any price</li>
            <li>Your progress and certificates</li>
            <li>Your notes and messages</li>
            <li>Bookings you’ve already made</li>
          </ul>
        </div>
        <div>
          <h3 className="t-s">Ends with the last day</h3>
          <ul>
            <li>Items you added from the library</li>
            <li>Member prices</li>
            {hasCredit(plans) && <li>Booking credit you haven’t used</li>}
          </ul>
        </div>
      </div>
    </section>
  );
}

const QUESTIONS = [
  [
    'Does the price go up after the first year?',
    'Not for you. If we change a price, it’s for people who join after that. You keep yours for as long as you stay.',
  ],
  [
    'Can I get my money back?',
    `Changed your mind? Ask for a refund within ${REFUND_WINDOW_DAYS} days of a payment, under its receipt. When it’s refunded, what it paid for ends right away. If you cancel later, you keep everything until the end of the month or year you’ve paid for.`,
  ],
  [
    'Can I switch plans, or between monthly and yearly?',
    'Any time. Moving up starts right away: what’s left of your old plan comes off the price, and you see the exact amount before you agree. Moving down waits until the period you’ve paid for is over.',
  ],
  [
    'Can I teach from library items after I leave?',
    'What you printed for your own students is theirs. The files themselves close with your membership, unless you buy them.',
  ],
  [
    'What happens if my card is declined?',
    'Nothing closes right away. We email you a link to pay with another card and try again four times over three weeks. Only then does the membership end, and you owe nothing.',
  ],
] as const;

const CREDIT_QUESTION = [
  'What happens to booking credit I don’t use?',
  'It pays for Connect sessions for half a year. Two weeks before that is over we email you what’s left; after it, the rest is gone. If you pay by the month, each payment adds a sixth of the credit.',
] as const;

export function Questions({ plans }: { plans: readonly Plan[] }) {
  const questions = hasCredit(plans) ? [...QUESTIONS, CREDIT_QUESTION] : QUESTIONS;
  return (
    <section className="wrap section plans-ask" aria-labelledby="questions">
      <div>
        <h2 className="t-m" id="questions">
          Questions teachers ask
        </h2>
        <p className="meta mt-3">
          Not here?{' '}
          <Link className="link" to="/contact">
            Write to us
          </Link>
          . A person answers.
        </p>
      </div>
      <div>
        {questions.map(([question, answer], at) => (
          <details key={question} open={at === 0}>
            <summary>
              {question}
              <Plus className="icon" aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
