// The gifts someone has given, with their codes: they can be handed over in person, or found again.
import '#app/components/seat/seat.css';
import { useQuery } from '@tanstack/react-query';
import type { Gift } from '#shared/features/billing/gift.schema.ts';
import { GIFT_STATE_LABELS } from '#shared/features/membership/membership.states.ts';
import { formatCalendarDay, formatDay } from '#shared/dates.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { listOwnGiftsQuery } from './gift.api.ts';

/** Nothing for those who never gave one. */
export function OwnGifts() {
  const { data } = useQuery(listOwnGiftsQuery());
  if (!data || data.length === 0) return null;
  return (
    <SettingsPart
      id="gifts"
      title="Gifts"
      intro="Each code works once, with any account. Your purchases have the receipts."
    >
      <ul className="seat-list mt-0!" aria-label="Gifts">
        {data.map((gift) => (
          <Row key={gift.id} gift={gift} />
        ))}
      </ul>
    </SettingsPart>
  );
}

function Row({ gift: { state, code, planName, recipientName, sendOn, sentAt } }: { gift: Gift }) {
  return (
    <li className="seat-row">
      <div className="min-w-0 wrap-anywhere">
        <strong className="font-medium">
          {planName}
          {recipientName && ` for ${recipientName}`}
        </strong>
        {state === 'ready' && <span className="num block">{code}</span>}
        <span className="small block">
          {sentAt
            ? `Sent ${formatDay(sentAt)}`
            : state === 'ready' && `Goes out ${formatCalendarDay(sendOn)}`}
        </span>
      </div>
      <Badge tone={state === 'redeemed' ? 'ok' : 'plain'}>{GIFT_STATE_LABELS[state]}</Badge>
    </li>
  );
}
