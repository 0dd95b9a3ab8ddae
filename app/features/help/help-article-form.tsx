// The form of a help article, with a preview of the rendered text.
import { useForm, useWatch } from 'react-hook-form';
import {
  HELP_TOPIC_LABELS,
  HELP_TOPICS,
  helpArticleBody,
  type HelpArticleBody,
} from '#shared/features/help/help.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import {
  useCreateHelpArticle,
  usePreviewHelpArticle,
  useUpdateHelpArticle,
  type StaffHelpArticle,
} from './help.api.ts';

type HelpArticleFormProps = { article: StaffHelpArticle | null; onDone: () => void };

export function HelpArticleForm({ article, onDone }: HelpArticleFormProps) {
  const create = useCreateHelpArticle();
  const update = useUpdateHelpArticle();
  const form = useForm<HelpArticleBody>({
    resolver: formRules(helpArticleBody),
    defaultValues: {
      title: article?.title ?? '',
      topic: article?.topic ?? 'buying',
      text: article?.text ?? '',
      isPublished: article?.isPublished ?? false,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await (article
        ? update.mutateAsync({ params: { id: article.id }, body })
        : create.mutateAsync({ body }));
      toast({ title: body.isPublished ? 'Article saved' : 'Draft saved' });
      onDone();
    } catch (error) {
      showServerErrors(error, form, ['title', 'text']);
    }
  });
  return (
    <DialogForm
      problem={errors.root?.message}
      onSubmit={submit}
      submitLabel={article?.isPublished ? 'Save article' : 'Save draft'}
      isBusy={isSubmitting}
    >
      <FormField label="Title" error={errors.title?.message} isRequired>
        <Input autoComplete="off" {...form.register('title')} />
      </FormField>
      <FormField label="Topic">
        <Select
          options={HELP_TOPICS.map((value) => ({ value, label: HELP_TOPIC_LABELS[value] }))}
          {...form.register('topic')}
        />
      </FormField>
      <FormField
        label="Text"
        help="Markdown: **bold**, lists with - or 1., [links](/contact)."
        error={errors.text?.message}
        isRequired
      >
        <Textarea rows={12} {...form.register('text')} />
      </FormField>
      <Preview text={useWatch({ control: form.control, name: 'text' })} />
    </DialogForm>
  );
}

function Preview({ text }: { text: string }) {
  const preview = usePreviewHelpArticle();
  const isCurrent = preview.variables?.body.text === text;
  return (
    <div>
      <Button size="s" isBusy={preview.isPending} onClick={() => preview.mutate({ body: { text } })}>
        {preview.data ? 'Update preview' : 'Show preview'}
      </Button>
      {preview.data && (
        <section className="mt-4 border-t border-ink pt-4" aria-label="Preview">
          {!isCurrent && <p className="small mb-3">The text has changed since.</p>}
          <div className="prose" dangerouslySetInnerHTML={{ __html: preview.data.html }} />
        </section>
      )}
    </div>
  );
}
