// On an instructor's page: the average, how the stars spread, and what clients wrote, ten at a time.
import './session-review.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StarBars } from '#app/components/review/star-bars.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';
import type { InstructorDetail } from '#shared/features/connect/connect.schema.ts';
import { ReviewText } from './review-text.tsx';
import { listInstructorReviewsQuery } from './session-review.api.ts';

export function InstructorReviews({ instructor }: { instructor: InstructorDetail }) {
  const { id, name, rating, reviewCount, completedCount } = instructor;
  const [shown, setShown] = useState<{ stars?: number; page: number }>({ page: 1 });
  const query = useQuery({
    ...listInstructorReviewsQuery({ id, ...shown }),
    placeholderData: keepPreviousData,
  });
  const isSignedIn = useUser() !== null;
  if (rating === null) return null;
  const { items = [], total = 0, pageSize = 10, histogram } = query.data ?? {};
  const isLast = shown.page * pageSize >= total;
  return (
    <section className="teacher-part" id="reviews">
      <h2 className="t-m">After the session</h2>
      <div className="teacher-reviews">
        <div>
          <p className="teacher-rating num">{rating.toFixed(1)}</p>
          <p className="meta mt-2 mb-4">
            from {reviewCount === 1 ? '1 review' : `${reviewCount} reviews`} after{' '}
            {completedCount === 1 ? '1 session' : `${completedCount} sessions`}
          </p>
          {histogram && <StarBars histogram={histogram} />}
          {histogram && reviewCount > 1 && (
            <div className="review-filter" role="group" aria-label="Show reviews with">
              <Filter label="All" isOn={shown.stars === undefined} onClick={() => setShown({ page: 1 })} />
              {[5, 4, 3, 2, 1]
                .filter((stars) => (histogram[stars - 1] ?? 0) > 0)
                .map((stars) => (
                  <Filter
                    key={stars}
                    label={stars === 1 ? '1 star' : `${stars} stars`}
                    isOn={shown.stars === stars}
                    onClick={() => setShown({ stars, page: 1 })}
                  />
                ))}
            </div>
          )}
        </div>
        <div aria-busy={query.isPlaceholderData || undefined}>
          {items.map((review) => (
            <ReviewText
              key={review.id}
              review={review}
              replier={name.split(' ')[0] ?? name}
              isReportable={isSignedIn}
            />
          ))}
          {(shown.page > 1 || !isLast) && (
            <div className="mt-4 flex flex-wrap gap-3">
              {shown.page > 1 && (
                <Button size="s" onClick={() => setShown({ ...shown, page: shown.page - 1 })}>
                  Newer reviews
                </Button>
              )}
              {!isLast && (
                <Button size="s" onClick={() => setShown({ ...shown, page: shown.page + 1 })}>
                  Older reviews
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function Filter({ label, isOn, onClick }: { label: string; isOn: boolean; onClick: () => void }) {
  return (
    <Button size="s" variant={isOn ? 'primary' : 'quiet'} aria-pressed={isOn} onClick={onClick}>
      {label}
    </Button>
  );
}
