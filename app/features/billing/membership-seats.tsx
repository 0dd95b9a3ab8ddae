// Seats on the page of a membership: those its member gives to teachers, and those they have of others.
import '#app/components/seat/seat.css';
import { useQuery } from '@tanstack/react-query';
import { formatFullDay } from '#shared/dates.ts';
import type { HeldSeat, MemberSeat } from '#shared/features/membership/membership-seat.schema.ts';
import type { SeatCounts } from '#shared/features/seat/seat.rules.ts';
import { formatSeats, freeSeats } from '#shared/features/seat/seat.rules.ts';
import { SeatForm } from '#app/components/seat/seat-form.tsx';
import { SeatRow } from '#app/components/seat/seat-row.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  listMembershipSeatsQuery,
  useGiveUpMembershipSeat,
  useInviteToMembership,
  useReassignMembershipSeat,
  useResendMembershipInvitation,
  useRevokeMembershipSeat,
} from '#app/components/membership/membership-seats.api.ts';

/** Nothing for a plan for one teacher. */
export function OwnSeats() {
  const query = useQuery(listMembershipSeatsQuery());
  const own = query.data?.own;
  if (query.data && (!own || (own.seats === 1 && own.assigned.length === 0))) return null;
  return (
    <SettingsPart
      id="teachers"
      title="Teachers"
      intro="Each gets everything in your plan with their own account. Downloads are counted for all of you together."
    >
      <QueryView query={query} what="the seats" skeleton={<ListSkeleton label="Loading the seats" />}>
        {(data) => data.own && <Seats {...data.own} />}
      </QueryView>
    </SettingsPart>
  );
}

type SeatsProps = { seats: number; assigned: readonly MemberSeat[]; planName: string };

function Seats({ seats, assigned, planName }: SeatsProps) {
  const invite = useInviteToMembership();
  const invited = assigned.filter(({ state }) => state === 'invited').length;
  const counts: SeatCounts = { quantity: seats, held: assigned.length - invited, invited };
  const free = freeSeats(counts);
  return (
    <div>
      <p className="num">{formatSeats(counts)}</p>
      {free === 0 ? (
        <p className="meta mt-2">
          All seats are assigned, one of them to you. Revoke one to offer it to someone else.
        </p>
      ) : (
        <div className="mt-4">
          <SeatForm
            label="Invite a teacher"
            help={`We’ll email them a link; they use this address here. ${free === 1 ? 'One seat is' : `${free} seats are`} free.`}
            submitLabel="Send invitation"
            onSend={async (email) => {
              await invite.mutateAsync(email);
              toast({ title: `${email} invited` });
            }}
          />
        </div>
      )}
      {assigned.length > 0 && (
        <ul className="seat-list" aria-label="Assigned seats">
          {assigned.map((seat) => (
            <Row key={seat.id} seat={seat} planName={planName} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ seat, planName }: { seat: MemberSeat; planName: string }) {
  const resend = useResendMembershipInvitation(seat.id);
  const revoke = useRevokeMembershipSeat(seat.id);
  const reassign = useReassignMembershipSeat(seat.id);
  return (
    <SeatRow
      seat={seat}
      canAssign
      loss={`They lose ${planName} at once, and with it what they took from the member library. What they bought stays theirs.`}
      actions={{
        resend: () => resend.mutateAsync(undefined),
        revoke: (email) => revoke.mutateAsync(email),
        reassign: (change) => reassign.mutateAsync(change),
      }}
    />
  );
}

/** In memberships of other people. */
export function HeldSeats() {
  const { data } = useQuery(listMembershipSeatsQuery());
  if (!data || data.held.length === 0) return null;
  return (
    <SettingsPart
      id="seats"
      title={data.held.length === 1 ? 'Your seat' : 'Your seats'}
      intro="Someone shares their membership with you. It costs you nothing."
    >
      <ul className="seat-list mt-0!" aria-label="Your seats">
        {data.held.map((seat) => (
          <Held key={seat.id} seat={seat} />
        ))}
      </ul>
    </SettingsPart>
  );
}

function Held({ seat: { id, planName, from, since, isOpen } }: { seat: HeldSeat }) {
  const giveUp = useGiveUpMembershipSeat(id);
  return (
    <li className="seat-row">
      <div className="min-w-0 wrap-anywhere">
        <strong className="font-medium">{planName}</strong>
        <span className="small block">
          {from}’s membership, since {formatFullDay(since)}
        </span>
      </div>
      <Badge tone={isOpen ? 'ok' : 'warn'}>{isOpen ? 'Active' : 'Paused'}</Badge>
      <div className="seat-actions">
        <ConfirmDialog
          trigger={
            <Button size="s">
              Give up seat<span className="sr-only"> of {from}’s membership</span>
            </Button>
          }
          title={`Give up your seat of ${from}’s membership?`}
          description={`You lose ${planName} at once, and with it what you took from the member library. What you bought stays yours. ${from} gets an email and can give the seat to someone else.`}
          confirmLabel="Give up seat"
          failure={failureTextOf}
          onConfirm={async () => {
            await giveUp.mutateAsync(undefined);
            toast({ title: 'Seat given up' });
          }}
        />
      </div>
    </li>
  );
}
