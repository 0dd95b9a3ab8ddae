// One instructor for staff: state, stats, fee and actions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatZone } from '#app/components/booking/time-zone.ts';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { formatDay } from '#shared/dates.ts';
import type { StaffInstructor, StaffInstructorRow } from '#shared/features/instructor/instructor.contract.ts';
import { languageName } from '#shared/features/instructor/instructor.rules.ts';
import {
  getStaffInstructorQuery,
  useRestoreInstructor,
  useSetInstructorFee,
  useSuspendInstructor,
} from './instructor.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function StaffInstructorSheet({ id }: { id: number }) {
  const { to } = useListAddress();
  return (
    <DetailPage
      query={useQuery(getStaffInstructorQuery(id))}
      noun="instructor"
      back={{ to: to({ instructor: undefined }), label: 'All instructors' }}
      missingText="No instructor has this id. They may have deleted their account."
    >
      {(instructor) => <Sheet instructor={instructor} />}
    </DetailPage>
  );
}

function Sheet({ instructor }: { instructor: StaffInstructor }) {
  const { id, name, headline, state, suspendedReason, isOwn } = instructor;
  return (
    <DetailSheet
      title={name}
      state={
        <>
          <InstructorStateBadge {...instructor} />
          <span>No. {id}</span>
          {state === 'listed' && (
            <Link className="link" to={`/instructors/${id}`}>
              View page
            </Link>
          )}
        </>
      }
      actions={
        !isOwn &&
        (state === 'suspended' ? <Restore instructor={instructor} /> : <Suspend instructor={instructor} />)
      }
      notices={
        <>
          {state === 'suspended' && (
            <Notice tone="bad" className="mt-6">
              <strong>Suspended.</strong> {suspendedReason}
            </Notice>
          )}
          {isOwn && (
            <Notice className="mt-6">This is your own profile. Other staff members manage it.</Notice>
          )}
        </>
      }
      aside={
        <StaffPart title="On Connect">
          <RunningOrder className="meta">
            <OrderLine figure={formatDay(instructor.since)}>Since</OrderLine>
            <OrderLine
              figure={
                <StaffLink className="link" to={`/admin/users/${id}`}>
                  {instructor.email}
                </StaffLink>
              }
            >
              Account
            </OrderLine>
            <OrderLine figure={formatZone(instructor.timeZone)}>Time zone</OrderLine>
            <OrderLine figure={instructor.city ?? '–'}>City</OrderLine>
            <OrderLine figure={instructor.sessionTypeCount}>Sessions offered</OrderLine>
            <OrderLine figure={instructor.bookingCount}>Bookings</OrderLine>
            <OrderLine figure={instructor.upcomingBookingCount}>Upcoming</OrderLine>
            <OrderLine figure={formatRating(instructor.rating, instructor.reviewCount)}>Rating</OrderLine>
          </RunningOrder>
        </StaffPart>
      }
    >
      <StaffPart title="Profile">
        <p>{headline || 'No headline yet.'}</p>
        <p className="meta mt-2">
          {[instructor.styles.join(', '), instructor.languages.map(languageName).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </StaffPart>
      {!isOwn && <Fee instructor={instructor} />}
    </DetailSheet>
  );
}

function Fee({ instructor: { id, feePercent } }: { instructor: StaffInstructor }) {
  const setFee = useSetInstructorFee();
  const [percent, setPercent] = useState(feePercent ?? '');
  const save = async () => {
    try {
      await setFee.mutateAsync({ params: { id }, body: { percent: percent.trim() || null } });
      toast({ title: 'Fee changed' });
    } catch {
      // Shown under the field.
    }
  };
  return (
    <StaffPart title="Platform fee">
      <form
        className="flex flex-wrap items-start gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormField
          label="Fee in percent"
          help="Empty: the fee of the settings. For sessions sold from now on."
          error={setFee.error ? failureTextOf(setFee.error) : undefined}
        >
          <Input inputMode="decimal" value={percent} onChange={({ target }) => setPercent(target.value)} />
        </FormField>
        <Button className="mt-7" type="submit" isBusy={setFee.isPending}>
          Save fee
        </Button>
      </form>
    </StaffPart>
  );
}

function Suspend({ instructor: { id, name } }: { instructor: StaffInstructor }) {
  const suspend = useSuspendInstructor();
  return (
    <ReasonDialog
      title={`Suspend ${name}?`}
      description="Nobody can find or book them any more. Sessions already booked stay. You can restore them at any time."
      help={`${name} gets this reason by email and sees it on their profile.`}
      confirmLabel="Suspend"
      trigger={<Button variant="danger">Suspend…</Button>}
      onConfirm={(reason) => suspend.mutateAsync({ params: { id }, body: { reason } })}
    />
  );
}

function Restore({ instructor: { id, name } }: { instructor: StaffInstructor }) {
  const restore = useRestoreInstructor();
  return (
    <ConfirmDialog
      title={`Restore ${name}?`}
      description="Their profile is public again if it is complete. We email them."
      confirmLabel="Restore"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Restore…</Button>}
      onConfirm={() => restore.mutateAsync({ params: { id } })}
    />
  );
}

export function InstructorStateBadge({
  state,
  isAccountSuspended,
}: Pick<StaffInstructorRow, 'state' | 'isAccountSuspended'>) {
  if (state === 'suspended') return <Badge tone="bad">Suspended</Badge>;
  if (isAccountSuspended) return <Badge tone="bad">Account suspended</Badge>;
  return state === 'listed' ? <Badge tone="ok">Public</Badge> : <Badge>Draft</Badge>;
}

export function formatRating(rating: number | null, reviewCount: number): string {
  return rating === null ? 'None yet' : `${rating.toFixed(1)} (${reviewCount})`;
}
