// Says that the address is not confirmed yet and what waits for it, and sends the link once more.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getUser } from '#shared/features/account/account.contract.ts';
import { listOrders, listPurchases } from '#shared/features/order/order.contract.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useResendVerification, waitingOrdersQuery } from './dashboard.api.ts';

type Person = { email: string; isEmailVerified: boolean };

export function VerifyEmailNotice({ user }: { user: Person }) {
  const waiting = useWaitingOrders(user);
  if (user.isEmailVerified) return null;
  return <ConfirmNotice user={user} waiting={waiting} />;
}

/** Numbers of orders bought as a guest with this address. Confirmed in another tab, they turn into purchases here too. */
export function useWaitingOrders(user: Person | null | undefined): readonly string[] {
  const client = useQueryClient();
  const isAsked = user?.isEmailVerified === false;
  const { data } = useQuery({ ...waitingOrdersQuery(), enabled: isAsked });
  const count = data?.length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    const wasConfirmed = before.current > 0 && count === 0;
    before.current = count;
    if (!wasConfirmed) return;
    for (const { path } of [getUser, listPurchases, listOrders]) {
      void client.invalidateQueries({ queryKey: [path] });
    }
  }, [client, count]);
  return isAsked ? (data ?? []).map(({ number }) => number) : [];
}

/** “Order RV-000776 is waiting …”, “Orders RV-000776 and RV-000780 are waiting …”. */
export function waitingText(numbers: readonly string[]): string {
  const [isOne, names] = [numbers.length === 1, new Intl.ListFormat('en').format(numbers)];
  return `${isOne ? 'Order' : 'Orders'} ${names} ${isOne ? 'is' : 'are'} waiting for you to confirm your email`;
}

export function ConfirmNotice({ user, waiting }: { user: Person; waiting: readonly string[] }) {
  const resend = useResendVerification();
  return (
    <Notice tone={resend.isError ? 'bad' : resend.isSuccess ? 'ok' : 'warn'} className="mb-6">
      {waiting.length > 0 && <p className="font-semibold">{waitingText(waiting)}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
        {resend.isSuccess ? (
          <span>The link is on its way to {resend.data.email}. Look into the spam folder too.</span>
        ) : resend.isError ? (
          <span>{failureTextOf(resend.error)}</span>
        ) : waiting.length > 0 ? (
          <span>Open the link we sent to {user.email}, and what you bought is added to your account.</span>
        ) : (
          <span>Please confirm your e-mail address: open the link we sent to {user.email}.</span>
        )}
        {!resend.isSuccess && (
          <Button size="s" variant="quiet" isBusy={resend.isPending} onClick={() => resend.mutate()}>
            Send the link again
          </Button>
        )}
      </div>
    </Notice>
  );
}
