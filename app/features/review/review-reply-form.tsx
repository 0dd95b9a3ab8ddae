// The seller's or instructor's one reply to a review.
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import type { Review } from '#shared/features/review/review.contract.ts';
import { REPLY_BODY_MAX } from '#shared/features/review/review.rules.ts';
import { CharacterCount } from '#app/components/review/review-fields.tsx';
import { type ReviewedItem, useReplyToReview } from './review.api.ts';

type ReviewAnswerFormProps = { item: ReviewedItem; review: Review; onClose: () => void };

export default function ReviewAnswerForm({ item, review, onClose }: ReviewAnswerFormProps) {
  const answer = useReplyToReview(item);
  const form = useForm({ defaultValues: { body: '' } });
  const { length } = useWatch({ control: form.control, name: 'body' }).trim();
  const { errors } = form.formState;
  const send = form.handleSubmit(async ({ body }) => {
    try {
      await answer.mutateAsync({ id: review.id, body: body.trim() });
    } catch (error) {
      return showServerErrors(error, form, ['body']);
    }
    toast({ title: 'Reply published' });
    onClose();
  });
  return (
    <form className="mt-4 grid gap-4" noValidate onSubmit={(event) => void send(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label={`Your reply to ${review.author}`}
        help="Everyone can read it. You can reply to each review once."
        error={errors.body?.message}
        isRequired
        aside={<CharacterCount length={length} max={REPLY_BODY_MAX} />}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form replaces the pressed button */}
        <Textarea rows={3} autoFocus {...form.register('body', { validate: problemOf })} />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" size="s" type="submit" isBusy={answer.isPending}>
          Publish reply
        </Button>
        <Button size="s" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function problemOf(body: string): string | undefined {
  const { length } = body.trim();
  if (length === 0) return 'Write a reply';
  return length > REPLY_BODY_MAX ? 'Use at most 2,000 characters' : undefined;
}
