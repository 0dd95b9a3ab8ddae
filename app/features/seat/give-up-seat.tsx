// Gives back a seat one holds of somebody's licence.
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
          Give back<span className="sr-only"> the seat of {title}</span>
        </button>
      }
      title={`Give back your seat of “${title}”?`}
      description={`You lose it at once, unless you have it in another way. The seat is free for others of ${from}’s studio, and ${from} is told by mail.`}
      confirmLabel="Give it back"
      failure={failureTextOf}
      onConfirm={async () => {
        await giveBack.mutateAsync(undefined);
        toast({ title: 'You have given the seat back' });
      }}
    />
  );
}
