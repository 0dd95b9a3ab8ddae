// Before a guest pays for a course: it takes an account, and they may have bought it before.
import { useState } from 'react';
import { COURSE_NEEDS_ACCOUNT } from '#shared/features/order/start-link.rules.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useSendOwnedLinks } from './checkout.api.ts';

/** The answer is the same for every address: a stranger must not learn what it owns. */
export function CourseNote({ email }: { email: () => string }) {
  const send = useSendOwnedLinks();
  const [message, setMessage] = useState('');
  const ask = () => {
    const address = email().trim();
    if (!address.includes('@')) return setMessage('Enter your email address first.');
    setMessage('');
    send.mutate(address, {
      onSuccess: () =>
        setMessage('If something was bought with this address, the email says how to open it.'),
      onError: (error) => setMessage(failureTextOf(error)),
    });
  };
  return (
    <Notice>
      <p>{COURSE_NEEDS_ACCOUNT}</p>
      <p className="mt-2">
        Bought it before with this address?{' '}
        <button type="button" className="link text-left" disabled={send.isPending} onClick={ask}>
          Email me what I already have
        </button>
      </p>
      {/* Rendered even when empty: a live region must exist before its text does. */}
      <p className="mt-2 empty:mt-0" role="status">
        {message}
      </p>
    </Notice>
  );
}
