// The seats of one licence in a dialog: who has them, and a form to invite someone.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { freeSeats, formatSeats } from '#shared/features/seat/seat.rules.ts';
import type { Licence, Seat } from '#shared/features/seat/seat.schema.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { SeatForm } from '#app/components/seat/seat-form.tsx';
import { SeatRow } from '#app/components/seat/seat-row.tsx';
import {
  getLicenceQuery,
  listSeatsQuery,
  useInviteTeacher,
  useReassignSeat,
  useResendInvitation,
  useRevokeSeat,
} from './seat.api.ts';
import '#app/components/seat/seat.css';

type SeatDialogProps = { licenceId: number; title: string; trigger: ReactNode };

export function SeatDialog({ licenceId, title, trigger }: SeatDialogProps) {
  return (
    <Dialog isWide trigger={trigger} title="Seats" description={title}>
      <Seats licenceId={licenceId} />
    </Dialog>
  );
}

function Seats({ licenceId }: { licenceId: number }) {
  const query = useQuery(getLicenceQuery(licenceId));
  return (
    <QueryView query={query} what="the seats" skeleton={<ListSkeleton label="Loading the seats" />}>
      {(licence) => (
        <>
          <p className="num">{formatSeats(licence)}</p>
          <Offer licence={licence} />
          <HandedOut licence={licence} />
        </>
      )}
    </QueryView>
  );
}

function Offer({ licence }: { licence: Licence }) {
  const invite = useInviteTeacher(licence.id);
  if (!licence.isLive) {
    return (
      <Notice tone="warn" className="mt-4">
        This licence was refunded, so its seats no longer give access.
      </Notice>
    );
  }
  const free = freeSeats(licence);
  if (free === 0) {
    return (
      <p className="meta mt-2">
        All seats are assigned, one of them to you. Revoke one to offer it to someone else.
      </p>
    );
  }
  return (
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
  );
}

function HandedOut({ licence }: { licence: Licence }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...listSeatsQuery(licence.id, { page }), placeholderData: keepPreviousData });
  if (licence.held + licence.invited === 0) {
    return <p className="meta mt-5">One seat is yours. Nobody else has one yet.</p>;
  }
  return (
    <QueryView query={query} what="the seats" skeleton={<ListSkeleton label="Loading the seats" />}>
      {({ items, total, pageSize }) => (
        <>
          <ul className="seat-list" aria-label="Assigned seats">
            {items.map((seat) => (
              <Row key={seat.id} seat={seat} licence={licence} />
            ))}
          </ul>
          {total > pageSize && (
            <div className="mt-4 flex gap-3">
              {page > 1 && <Button onClick={() => setPage(page - 1)}>Previous</Button>}
              {page * pageSize < total && <Button onClick={() => setPage(page + 1)}>Next</Button>}
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}

function Row({ seat, licence: { title, isLive } }: { seat: Seat; licence: Licence }) {
  const resend = useResendInvitation(seat.id);
  const revoke = useRevokeSeat(seat.id);
  const reassign = useReassignSeat(seat.id);
  return (
    <SeatRow
      seat={seat}
      canAssign={isLive}
      loss={`They lose access to “${title}” at once, unless they also have it another way.`}
      actions={{
        resend: () => resend.mutateAsync(undefined),
        revoke: (email) => revoke.mutateAsync(email),
        reassign: (change) => reassign.mutateAsync(change),
      }}
    />
  );
}
