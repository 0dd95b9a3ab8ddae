// Reported session reviews: staff leave them or remove them.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import type { ReviewReport } from '#shared/features/session-review/session-review.schema.ts';
import { ReviewText } from './review-text.tsx';
import { listReviewReportsQuery, useDecideReviewReport } from './session-review.api.ts';

export function ReportedReviews() {
  const { params } = useListAddress();
  const query = useQuery(listReviewReportsQuery(pageOf(params)));
  return (
    <QueryView query={query} what="the reports" skeleton={<ListSkeleton label="Loading the reports" />}>
      {(page) =>
        page.items.length === 0 ? (
          <EmptyState className="mt-8" title="No reports">
            When someone reports a review of a session, you decide about it here.
          </EmptyState>
        ) : (
          <>
            <ul className="mt-6" aria-label="Reported reviews">
              {page.items.map((report) => (
                <Report key={report.id} report={report} />
              ))}
            </ul>
            <ListPager {...page} isQuiet />
          </>
        )
      }
    </QueryView>
  );
}

function Report({ report }: { report: ReviewReport }) {
  const { id, review, reason, reporter, about, bookingId, createdAt } = report;
  const decide = useDecideReviewReport();
  const send = async (decision: 'dismissed' | 'removed') => {
    await decide.mutateAsync({ params: { id }, body: { decision } });
    toast({ title: decision === 'removed' ? 'Review removed' : 'Report dismissed' });
  };
  return (
    <li className="border-b border-rule py-5">
      <p className="small mb-3">
        About {about},{' '}
        <Link className="link" to={`/admin/bookings?booking=${bookingId}`}>
          booking no. {bookingId}
        </Link>
        . Reported by {reporter} <When iso={createdAt} />
      </p>
      <ReviewText review={review} />
      <p className="meta mt-2 max-w-measure wrap-anywhere">Reason: {reason}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ConfirmDialog
          title={`Remove the review by ${review.author}?`}
          description={`Nobody but its author sees it anymore, and it no longer counts for ${about}. You can’t undo this.`}
          confirmLabel="Remove review"
          failure={failureTextOf}
          onConfirm={() => send('removed')}
          trigger={
            <Button size="s" variant="danger">
              Remove review…
            </Button>
          }
        />
        <Button size="s" isBusy={decide.isPending} onClick={() => void send('dismissed').catch(() => null)}>
          Dismiss report
        </Button>
      </div>
    </li>
  );
}
