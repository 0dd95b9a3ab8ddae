// Your own review: write, edit or delete it.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import type { ReviewedItem } from './review.api.ts';
import { Stars } from '#app/components/review/review-fields.tsx';

/** Loaded on demand: guests never need them. */
const ReviewForm = lazy(() => import('./review-form.tsx'));
const ReviewDelete = lazy(() => import('./review-delete.tsx'));

type ReviewOwnProps = { item: ReviewedItem; review: MyItem['review'] };

export function ReviewOwn({ item, review }: ReviewOwnProps) {
  const [open, setOpen] = useState<'form' | 'delete' | null>(null);
  const place = useFocusWhenClosed(open !== null);
  const close = () => setOpen(null);
  return (
    <section className="review-own" aria-label="Your review" ref={place}>
      {open === 'form' ? (
        <Suspense fallback={<p className="meta">One moment…</p>}>
          <ReviewForm item={item} review={review} onClose={close} />
        </Suspense>
      ) : review ? (
        <div className="review-own-line">
          <p>
            Your rating: <Stars value={review.stars} />
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="s" onClick={() => setOpen('form')}>
              Edit review
            </Button>
            <Button size="s" variant="danger" onClick={() => setOpen('delete')}>
              Delete
            </Button>
          </div>
        </div>
      ) : (
        <div className="review-own-line">
          <p>You own this. How was it?</p>
          <Button onClick={() => setOpen('form')}>Write a review</Button>
        </div>
      )}
      {open === 'delete' && review && (
        <Suspense>
          <ReviewDelete item={item} reviewId={review.id} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

/** The pressed button is gone with the form, so focus moves to the one in its place. */
function useFocusWhenClosed(isOpen: boolean) {
  const place = useRef<HTMLElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.querySelector('button')?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}
