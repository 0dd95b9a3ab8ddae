// Adds hours learned elsewhere, or corrects those that staff returned. Files upload while the rest is typed.
import X from 'icon:x';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CREDIT_STEP, findDayProblem, MAX_CREDIT_FILES } from '#shared/features/credit/credit.rules.ts';
import { creditHoursFields, type CreditHoursFields } from '#shared/features/credit/credit.schema.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useAddCreditHours, useUpdateCreditHours, type CreditFile, type CreditHours } from './credit.api.ts';

/** The part of `useUploads` this needs; the page owns the uploads of the purpose credit-evidence. */
export type EvidenceUploads = {
  items: readonly { key: string; state: string; uploadId: string | null }[];
  forget(key: string): void;
};

type CreditFormProps = {
  /** What to correct; nothing for new hours. */
  credit?: CreditHours | undefined;
  uploads: EvidenceUploads;
  /** Where files are chosen and listed. */
  uploadFields: ReactNode;
  onDone: () => void;
};

const FIELDS = ['title', 'provider', 'doneOn', 'hours'] as const;

export function CreditForm({ credit, uploads, uploadFields, onDone }: CreditFormProps) {
  const add = useAddCreditHours();
  const update = useUpdateCreditHours();
  const [kept, setKept] = useState<readonly CreditFile[]>(credit?.files ?? []);
  const [filesProblem, setFilesProblem] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<CreditHoursFields>({
    resolver: formRules(creditHoursFields),
    defaultValues: credit ?? { title: '', provider: '', doneOn: '', isSafePractice: false },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (fields) => {
    const dayProblem = findDayProblem(fields.doneOn);
    const missing = findFilesProblem(uploads, kept.length);
    setFilesProblem(missing);
    if (dayProblem) setError('doneOn', { message: dayProblem });
    if (dayProblem ?? missing) return;
    const ready = uploads.items.filter(({ state }) => state === 'ready');
    const uploadIds = ready.flatMap(({ uploadId }) => uploadId ?? []);
    try {
      if (credit) {
        const fileIds = kept.map(({ id }) => id);
        await update.mutateAsync({ params: { id: credit.id }, body: { ...fields, fileIds, uploadIds } });
      } else await add.mutateAsync({ body: { ...fields, uploadIds } });
    } catch (error) {
      showServerErrors(error, { setError }, FIELDS);
      return;
    }
    for (const { key } of ready) uploads.forget(key);
    toast({ title: 'Sent to review', description: 'We’ll email you once someone has read it.' });
    onDone();
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel={credit ? 'Send in again' : 'Send to review'}
      isBusy={isSubmitting}
    >
      <FormField label="What did you do?" error={errors.title?.message} isRequired>
        <Input autoComplete="off" {...register('title')} />
      </FormField>
      <FormField label="Who held it?" error={errors.provider?.message} isRequired>
        <Input autoComplete="off" {...register('provider')} />
      </FormField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField label="Day" help="If it took several, the last." error={errors.doneOn?.message} isRequired>
          <Input type="date" {...register('doneOn')} />
        </FormField>
        <FormField label="Hours" help="In halves: 3 or 4.5." error={errors.hours?.message} isRequired>
          <Input
            type="number"
            inputMode="decimal"
            min={CREDIT_STEP}
            step={CREDIT_STEP}
            {...register('hours', { valueAsNumber: true })}
          />
        </FormField>
      </div>
      <Checkbox {...register('isSafePractice')} help="First aid, safeguarding, injury prevention.">
        It was about safe practice
      </Checkbox>
      <div className="field">
        <p className="label">What shows it?</p>
        <KeptFiles files={kept} onRemove={(file) => setKept(kept.filter(({ id }) => id !== file.id))} />
        {uploadFields}
        <p className="error-text" role="alert">
          {filesProblem}
        </p>
      </div>
    </DialogForm>
  );
}

type KeptFilesProps = { files: readonly CreditFile[]; onRemove: (file: CreditFile) => void };

function KeptFiles({ files, onRemove }: KeptFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="ledger-kept" aria-label="Files already sent">
      {files.map((file) => (
        <li key={file.id}>
          <span className="min-w-0 wrap-anywhere">{file.name}</span>
          <IconButton
            label={`Remove ${file.name}`}
            icon={<X className="icon" />}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}

function findFilesProblem({ items }: EvidenceUploads, keptCount: number): string | undefined {
  if (items.some(({ state }) => ['waiting', 'sending', 'checking'].includes(state))) {
    return 'Wait a moment: your files haven’t all arrived.';
  }
  const count = keptCount + items.filter(({ state }) => state === 'ready').length;
  if (count === 0) return 'Add at least one file, such as a certificate of attendance.';
  if (count > MAX_CREDIT_FILES) return `Send up to ${MAX_CREDIT_FILES} files. Remove some of them.`;
  return undefined;
}
