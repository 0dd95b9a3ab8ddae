// The reviews of one resource or course: average, histogram, one's own, and everyone's. Draws no heading of its own.
import './review.css';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { ReviewList } from './review-list.tsx';
import { ReviewOwn } from './review-own.tsx';
import { type ReviewStats, ReviewSummary } from './review-summary.tsx';
import type { ReviewedItem } from './review.api.ts';

type ReviewSectionProps = {
  item: ReviewedItem;
  numbers: ReviewStats;
  /** What the page knows of the person looking; nothing of a guest. */
  mine?: Pick<MyItem, 'isMine' | 'canReview' | 'review'> | null;
};

const FIRST_REVIEW = {
  resource: 'Nobody has reviewed it yet. Whoever has it can be the first.',
  course: 'Nobody has reviewed it yet. Whoever takes it can be the first.',
} as const;

export function ReviewSection({ item, numbers, mine }: ReviewSectionProps) {
  const hasReviews = numbers.reviewCount > 0;
  return (
    <div className={hasReviews ? 'review-parts' : undefined}>
      <ReviewSummary item={item} numbers={numbers} />
      <div className="min-w-0">
        {!hasReviews && !mine?.review && <p className="meta mb-4">{FIRST_REVIEW[item.type]}</p>}
        {mine && (mine.canReview || mine.review) && <ReviewOwn item={item} review={mine.review} />}
        {hasReviews && (
          <ReviewList
            // A sort or an unfolded list belongs to one thing, not to the next page of the same kind.
            key={`${item.type}-${item.id}`}
            item={item}
            reviewCount={numbers.reviewCount}
            ownReviewId={mine?.review?.id}
            canAnswer={mine?.isMine ?? false}
          />
        )}
      </div>
    </div>
  );
}
