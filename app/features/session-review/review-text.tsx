// One review with its stars, and reporting it.
import './session-review.css';
import { useState } from 'react';
import { Stars } from '#app/components/review/review-fields.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatMonth } from '#shared/dates.ts';
import type { SessionReview } from '#shared/features/session-review/session-review.schema.ts';
import { useReportBookingReview } from './session-review.api.ts';

type ReviewTextProps = {
  review: SessionReview;
  /** Who replied: “Inés”. */
  replier?: string;
  isReportable?: boolean;
};

export function ReviewText({ review, replier, isReportable = false }: ReviewTextProps) {
  const { author, stars, text, reply, sessionTitle, createdAt } = review;
  return (
    <article className="session-review">
      <div className="session-review-top">
        <strong>{author}</strong>
        <Stars value={stars} />
      </div>
      <p className="small">
        {sessionTitle}, {formatMonth(createdAt)}
      </p>
      {text && <p className="session-review-text">{text}</p>}
      {reply && (
        <p className="session-review-reply">
          <strong>{replier ?? 'Instructor'} replied:</strong> {reply}
        </p>
      )}
      {isReportable && <ReportReview review={review} />}
    </article>
  );
}

export function ReportReview({ review: { id, author } }: { review: SessionReview }) {
  const report = useReportBookingReview();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    if (!reason.trim()) return setProblem('Say what is wrong with it.');
    setProblem(null);
    try {
      await report.mutateAsync({ params: { id }, body: { reason } });
      setOpen(false);
      toast({ title: 'Report sent', description: 'Our staff will look at it.' });
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <Dialog
      title={`Report the review by ${author}?`}
      description="Our staff read it and remove it if it breaks the rules. A low rating alone isn’t a reason."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="link small min-h-touch">
          Report<span className="sr-only"> the review by {author}</span>
        </button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" isBusy={report.isPending} onClick={() => void send()}>
            Send report
          </Button>
        </>
      }
    >
      <FormField label="What is wrong with it?">
        <Textarea
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormField>
      {problem && (
        <Notice tone="bad" isAlert className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}
