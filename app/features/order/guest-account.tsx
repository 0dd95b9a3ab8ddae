// For someone who bought as a guest: an account with the same address holds it for good.
import { Link } from 'react-router';
import type { Order } from '#shared/features/order/order.contract.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import './order.css';

/** Handed to /register with the page, not in its address, where others could read it. */
export function registerState({ name, email }: Pick<Order, 'name' | 'email'>) {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  const firstName = (words.length > 1 ? words.slice(0, -1) : words).join(' ');
  return { email, firstName, lastName };
}

export function GuestAccount({ order, onSignIn }: { order: Order; onSignIn: () => void }) {
  return (
    <section className="guest-account">
      <h2 className="t-m">Keep it all in one place</h2>
      <p className="meta mt-2 max-w-measure">
        Create an account with <strong className="wrap-anywhere">{order.email}</strong>, open the link we
        email you, and this order moves into it, with every later version. You do not need one to download.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink to="/register" state={registerState(order)}>
          Create account
        </ButtonLink>
        <Link className="link meta" to="/auth" onClick={onSignIn}>
          I have one already
        </Link>
      </div>
    </section>
  );
}
