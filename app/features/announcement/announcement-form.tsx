// Writes an announcement. Before it goes out, a dialog says to how many.
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  formatRecipients,
  MAX_ANNOUNCEMENT_SUBJECT,
} from '#shared/features/announcement/announcement.rules.ts';
import {
  announcementText,
  type AnnouncementText,
  type CreateAnnouncementBody,
} from '#shared/features/announcement/announcement.schema.ts';
import { endSentence } from '#shared/quote.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf, showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useListAddress } from '#app/lib/list-address.ts';
import { newKey } from '#app/lib/new-key.ts';
import { keyOf, titleOf } from './audience-names.ts';
import { useCreateAnnouncement, type AnnouncementAudience } from './announcement.api.ts';

type AnnouncementFormProps = { audiences: readonly AnnouncementAudience[] };

export function AnnouncementForm({ audiences }: AnnouncementFormProps) {
  const { params } = useListAddress();
  const reached = audiences.filter(({ count }) => count > 0);
  const asked = reached.find((audience) => keyOf(audience) === params.get('to')) ?? reached[0];
  const [chosenKey, setChosenKey] = useState(asked ? keyOf(asked) : '');
  const chosen = reached.find((audience) => keyOf(audience) === chosenKey) ?? reached[0];
  const create = useCreateAnnouncement();
  const [checked, setChecked] = useState<CreateAnnouncementBody | null>(null);
  const key = useRef(newKey());
  const form = useForm<AnnouncementText>({
    resolver: formRules(announcementText),
    defaultValues: { subject: '', text: '' },
  });
  const { errors } = form.formState;
  if (!chosen) return null;
  const { audience, itemId, count } = chosen;
  const recipients = formatRecipients(audience, count);
  const check = form.handleSubmit((values) => setChecked({ audience, itemId, ...values }));
  const send = async (body: CreateAnnouncementBody) => {
    try {
      await create.mutateAsync({ body: { ...body, key: key.current } });
    } catch (error) {
      showServerErrors(error, form, ['subject', 'text']);
      throw error;
    }
    key.current = newKey();
    form.reset();
    toast({ title: 'Announcement on its way' });
  };
  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void check(event)}>
      <FormField
        label="To"
        help="Everyone gets it once: in the bell and by email, unless they turned that off."
      >
        <Select value={keyOf(chosen)} onChange={({ target }) => setChosenKey(target.value)}>
          {reached.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {titleOf(one)}: {formatRecipients(one.audience, one.count)}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField label="Subject" error={errors.subject?.message} isRequired>
        <Input autoComplete="off" maxLength={MAX_ANNOUNCEMENT_SUBJECT} {...form.register('subject')} />
      </FormField>
      <FormField label="Announcement" error={errors.text?.message} isRequired>
        <Textarea rows={8} {...form.register('text')} />
      </FormField>
      {errors.root?.message && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <div>
        <Button variant="primary" type="submit">
          Send to {recipients}…
        </Button>
      </div>
      <ConfirmDialog
        title={`Send “${checked?.subject.trim() ?? ''}” to ${recipients}?`}
        description={`${endSentence(titleOf(chosen))} You can’t take it back or change it.`}
        confirmLabel={`Send to ${recipients}`}
        isDestructive={false}
        isOpen={checked !== null}
        onOpenChange={(isOpen) => !isOpen && setChecked(null)}
        failure={failureTextOf}
        onConfirm={() => checked && send(checked)}
      />
    </form>
  );
}
