// What other instructors wrote about a client, read on demand.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { ReviewText } from './review-text.tsx';
import { listClientReviewsQuery } from './session-review.api.ts';

export function ClientReviews({ client }: { client: { id: number; name: string } }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...listClientReviewsQuery(client.id), enabled: isOpen });
  return (
    <Dialog
      title={`Reviews of ${client.name}`}
      description="Written by instructors after a session. They aren’t public."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="link small min-h-touch">
          Reviews by instructors<span className="sr-only"> of {client.name}</span>
        </button>
      }
    >
      <QueryView query={query} what="the reviews" skeleton={<ListSkeleton label="Loading the reviews" />}>
        {({ rating, reviewCount, reviews }) =>
          rating === null ? (
            <p>No reviews yet.</p>
          ) : (
            <>
              <p className="meta mb-4">
                {rating.toFixed(1)} of 5 from {reviewCount === 1 ? '1 review' : `${reviewCount} reviews`}
              </p>
              {reviews.map((review) => (
                <ReviewText key={review.id} review={review} isReportable />
              ))}
            </>
          )
        }
      </QueryView>
    </Dialog>
  );
}
