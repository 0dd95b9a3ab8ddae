// On a past booking: write a review, wait for the other side's, then read and answer it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CharacterCount, ReviewStarsField, Stars } from '#app/components/review/review-fields.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatDay } from '#shared/dates.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { SESSION_REVIEW_MAX } from '#shared/features/session-review/session-review.rules.ts';
import type { BookingReviews } from '#shared/features/session-review/session-review.schema.ts';
import { endSentence } from '#shared/quote.ts';
import { ReviewText } from './review-text.tsx';
import { listBookingReviewsQuery, useReplyToBookingReview, useReviewBooking } from './session-review.api.ts';

type Side = 'client' | 'instructor';
type BookingReviewProps = {
  booking: Booking;
  side: Side;
  /** The bookings of the page: their reviews are read at once. */
  among: readonly Booking[];
};

const tookPlace = ({ state, end }: Booking) =>
  state === 'completed' || (state === 'confirmed' && Date.parse(end) <= Date.now());

export function BookingReview({ booking, side, among }: BookingReviewProps) {
  const ids = among.filter(tookPlace).map(({ id }) => id);
  const { data } = useQuery({ ...listBookingReviewsQuery(ids), enabled: ids.includes(booking.id) });
  const reviews = data?.find(({ bookingId }) => bookingId === booking.id);
  if (!reviews) return null;
  const { mine, theirs, canReview, canReply, isPublished } = reviews;
  const other = side === 'client' ? booking.instructor.name : booking.client.name;
  const first = other.split(' ')[0] ?? other;
  if (!mine && !theirs && !canReview) return null;
  return (
    <div className="booking-review">
      {canReview && <WriteReview booking={booking} reviews={reviews} side={side} other={first} />}
      {mine && (
        <p className="meta">
          You gave <Stars value={mine.stars} />
          {mine.text && <span className="session-review-text block">{mine.text}</span>}
          {!isPublished && (
            <span className="small block">
              {first} reads it once you’ve both written one, or after {formatDay(reviews.until)}.
            </span>
          )}
        </p>
      )}
      {theirs && (
        <div className="mt-3">
          <ReviewText review={theirs} replier={side === 'instructor' ? 'You' : first} isReportable />
          {canReply && <Reply reviewId={theirs.id} author={theirs.author} />}
        </div>
      )}
    </div>
  );
}

type WriteReviewProps = { booking: Booking; reviews: BookingReviews; side: Side; other: string };

function WriteReview({ booking, reviews, side, other }: WriteReviewProps) {
  const write = useReviewBooking();
  const [isOpen, setOpen] = useState(false);
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    if (stars === 0) return setProblem('Choose one to five stars.');
    setProblem(null);
    try {
      const written = await write.mutateAsync({ params: { id: booking.id }, body: { stars, text } });
      setOpen(false);
      toast({ title: written.isPublished ? 'Review published' : 'Review saved' });
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  const reader =
    side === 'client'
      ? 'It appears on their page, with your first name and initial.'
      : `Only ${other} and instructors they book can read it.`;
  return (
    <>
      <p className="meta">
        How was it? You can review it until {formatDay(reviews.until)}. {other} reads your words once you’ve
        both written, or when the time is over.
      </p>
      <Dialog
        title={`Review ${other}`}
        description={`${endSentence(booking.sessionType.title)} ${reader} You can’t change it afterwards.`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button size="s" className="mt-2">
            Write a review…<span className="sr-only"> of {booking.sessionType.title}</span>
          </Button>
        }
        footer={
          <>
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="primary" isBusy={write.isPending} onClick={() => void send()}>
              Send review
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <ReviewStarsField value={stars} onChange={setStars} error={undefined} ref={null} />
          <FormField
            label={
              side === 'client' ? 'What should another teacher know?' : 'What should another instructor know?'
            }
            isOptional
            aside={<CharacterCount length={text.trim().length} max={SESSION_REVIEW_MAX} />}
          >
            <Textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
          </FormField>
          {problem && (
            <Notice tone="bad" isAlert>
              {problem}
            </Notice>
          )}
        </div>
      </Dialog>
    </>
  );
}

function Reply({ reviewId, author }: { reviewId: number; author: string }) {
  const reply = useReplyToBookingReview();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    if (!text.trim()) return setProblem('Write a reply first.');
    setProblem(null);
    try {
      await reply.mutateAsync({ params: { id: reviewId }, body: { text } });
      setOpen(false);
      toast({ title: 'Reply published' });
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <Dialog
      title={`Reply to ${author}`}
      description="Everyone can read it. You can reply to each review once."
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="s">
          Reply…<span className="sr-only"> to {author}</span>
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" isBusy={reply.isPending} onClick={() => void send()}>
            Publish reply
          </Button>
        </>
      }
    >
      <FormField label="Your reply">
        <Textarea
          rows={3}
          maxLength={SESSION_REVIEW_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
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
