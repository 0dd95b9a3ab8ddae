// Confirms deleting your own review.
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useDeleteReview, type ReviewedItem } from './review.api.ts';

type ReviewDeleteProps = { item: ReviewedItem; reviewId: number; onClose: () => void };

export default function ReviewDelete({ item, reviewId, onClose }: ReviewDeleteProps) {
  const remove = useDeleteReview(item);
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete your review?"
      description="This deletes your rating, your text and any reply to it. You can write a new review at any time."
      confirmLabel="Delete"
      failure={failureTextOf}
      onConfirm={async () => {
        await remove.mutateAsync(reviewId);
        toast({ title: 'Review deleted' });
      }}
    />
  );
}
