// Gives up the viewer's seat in someone else's licence.
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useGiveUpSeat } from './seat.api.ts';

export function GiveUpSeat({ seatId, title, from }: { seatId: number; title: string; from: string }) {
  const giveBack = useGiveUpSeat(seatId);
  return (
    <ConfirmDialog
      trigger={
        <button type="button" className="link">
          Give up<span className="sr-only"> the seat for {title}</span>
        </button>
      }
      title={`Give up your seat for “${title}”?`}
      description={`You lose access at once, unless you also have it another way. ${from} gets an email and can give the seat to someone else.`}
      confirmLabel="Give up seat"
      failure={failureTextOf}
      onConfirm={async () => {
        await giveBack.mutateAsync(undefined);
        toast({ title: 'Seat given up' });
      }}
    />
  );
}
