// Booking credit on the page of a membership: what is left, until when, and the sessions it paid for.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import { formatDay, formatFullDay } from '#shared/dates.ts';
import { CREDIT_RULE } from '#shared/features/membership/booking-credit.rules.ts';
import type { getBookingCredit } from '#shared/features/membership/membership.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { getBookingCreditQuery } from '#app/components/membership/booking-credit.api.ts';
import { orderHref } from '#app/lib/order-address.ts';

type Credit = NonNullable<ContractOutput<typeof getBookingCredit>['credit']>;

/** Renders nothing for members without credit. */
export function BookingCredit() {
  const { data } = useQuery(getBookingCreditQuery());
  const credit = data?.credit;
  if (!credit) return null;
  return (
    <SettingsPart id="booking-credit" title="Booking credit" intro={CREDIT_RULE}>
      <p>
        <strong className="num">{formatMoney(credit.left)} left</strong> of {formatMoney(credit.granted)},
        until {formatFullDay(credit.endsAt)}.
      </p>
      {credit.uses.length === 0 ? (
        <p className="meta">
          Nothing used yet.{' '}
          <Link className="link" to="/connect">
            Find an instructor
          </Link>
        </p>
      ) : (
        <ul aria-label="What it was used for">
          {credit.uses.map((use) => (
            <Use key={`${use.usedAt} ${use.orderId}`} use={use} />
          ))}
        </ul>
      )}
    </SettingsPart>
  );
}

function Use({ use }: { use: Credit['uses'][number] }) {
  const { orderId, title, amount, returned, isReserved, usedAt } = use;
  const notes = [
    formatDay(usedAt),
    isReserved && 'reserved until the order is paid',
    Number(returned) > 0 && `${formatMoney(returned)} returned`,
  ];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule py-3 first:pt-0">
      <div className="min-w-0 wrap-anywhere">
        {orderId === null ? (
          <p>Another teacher’s session</p>
        ) : (
          <Link className="link" to={orderHref({ orderId })}>
            {title}
          </Link>
        )}
        <p className="small">{notes.filter(Boolean).join(', ')}</p>
      </div>
      <p className="num">−{formatMoney(amount)}</p>
    </li>
  );
}
