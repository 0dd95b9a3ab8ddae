// Creates or edits your own review: stars, and an optional text.
import { useEffect, useRef } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import type { MyItem } from '#shared/features/resource/resource.schema.ts';
import { REVIEW_BODY_MAX } from '#shared/features/review/review.rules.ts';
import { reviewBody } from '#shared/features/review/review.schema.ts';
import { CharacterCount, ReviewStarsField } from '#app/components/review/review-fields.tsx';
import { type ReviewedItem, type ReviewInput, useSaveReview } from './review.api.ts';

type ReviewFormProps = { item: ReviewedItem; review: MyItem['review']; onClose: () => void };

export default function ReviewForm({ item, review, onClose }: ReviewFormProps) {
  const { form, send, isSending } = useReviewForm(item, review, onClose);
  const { length } = useWatch({ control: form.control, name: 'body' }).trim();
  const { errors } = form.formState;
  const place = useRef<HTMLFormElement>(null);
  // The button that opened the form is gone, so focus moves here.
  useEffect(() => {
    const stars = place.current?.querySelector<HTMLInputElement>('input:checked, input[type=radio]');
    stars?.focus();
  }, []);
  return (
    <form ref={place} className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <Controller
        control={form.control}
        name="stars"
        render={({ field }) => (
          <ReviewStarsField
            value={field.value}
            onChange={field.onChange}
            error={errors.stars?.message}
            ref={field.ref}
          />
        )}
      />
      <FormField
        label="What should another teacher know?"
        help="Plain text. Everyone can read it, with your first name and initial."
        isOptional
        error={errors.body?.message}
        aside={<CharacterCount length={length} max={REVIEW_BODY_MAX} />}
      >
        <Textarea rows={5} {...form.register('body')} />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" isBusy={isSending}>
          {review ? 'Save review' : 'Publish review'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

function useReviewForm(item: ReviewedItem, review: MyItem['review'], onClose: () => void) {
  const write = useSaveReview(item);
  const form = useForm<ReviewInput, unknown, ReviewInput>({
    resolver: formRules(reviewBody.required()),
    defaultValues: { stars: review?.stars ?? 0, body: review?.body ?? '' },
  });
  const send = form.handleSubmit(async (review) => {
    try {
      await write.mutateAsync(review);
    } catch (error) {
      return showServerErrors(error, form, ['stars', 'body']);
    }
    toast({ title: review ? 'Review updated' : 'Review published' });
    onClose();
  });
  return { form, send, isSending: write.isPending };
}
