// The question bank of an instructor's courses, by tag and kind. Quizzes draw from it by tag.
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { QUESTION_KIND_LABELS, QUESTION_KINDS } from '#shared/features/quiz/quiz.rules.ts';
import { listTaughtQuestionsQuery, type TaughtQuestion, useUpdateQuestionTags } from './quiz-teaching.api.ts';
import { QuizTabs } from './quiz-tabs.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Question bank',
    description: 'Questions of your courses.',
    path: '/instructor/questions',
    isHidden: true,
  });
}

const filtersOf = (params: URLSearchParams) => ({
  q: wordsOf(params),
  tag: params.get('tag') ?? undefined,
  kind: oneOf(QUESTION_KINDS, params.get('kind')),
  page: pageOf(params),
});

const COLUMNS: readonly StaffColumn<TaughtQuestion>[] = [
  {
    key: 'question',
    header: 'Question',
    card: 'title',
    cell: ({ question, correctText }) => (
      <>
        <span className="font-semibold">{question}</span>
        {correctText && <span className="small block">{correctText}</span>}
      </>
    ),
  },
  { key: 'kind', header: 'Kind', card: 'line', cell: ({ kind }) => QUESTION_KIND_LABELS[kind] },
  {
    key: 'place',
    header: 'Where',
    card: 'line',
    cell: ({ quizTitle, courseTitle }) => (
      <>
        {quizTitle ?? 'Bank only'}
        <span className="small block">{courseTitle}</span>
      </>
    ),
  },
  {
    key: 'tags',
    header: 'Tags',
    card: 'text',
    cell: (question) => <TagDialog key={question.tags.join(',')} question={question} />,
  },
];

export default function QuestionBankPage() {
  const list = useStaffList(filtersOf, listTaughtQuestionsQuery);
  const tags = list.data?.tags ?? [];
  return (
    <StaffList
      list={list}
      nouns="questions"
      title="Question bank"
      intro="Every question of your courses. A quiz can draw at random from those with a tag."
      pageTabs={<QuizTabs />}
      search={{ placeholder: 'Words of the question' }}
      filters={[
        {
          name: 'tag',
          label: 'Tag',
          all: 'Every tag',
          options: tags.map((tag) => ({ value: tag, label: tag })),
        },
        {
          name: 'kind',
          label: 'Kind',
          all: 'Every kind',
          options: QUESTION_KINDS.map((kind) => ({ value: kind, label: QUESTION_KIND_LABELS[kind] })),
        },
      ]}
      columns={COLUMNS}
      empty={{ title: 'No questions yet', text: 'Questions you write in the course editor are kept here.' }}
    />
  );
}

function TagDialog({ question }: { question: TaughtQuestion }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(question.tags.join(', '));
  const update = useUpdateQuestionTags();
  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    const tags = text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
    await update.mutateAsync({ params: { id: question.id }, body: { tags } }).then(
      () => setOpen(false),
      () => undefined,
    );
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title="Tags"
      description={question.question}
      trigger={
        <Button variant="quiet" size="s">
          {question.tags.join(', ') || 'Add a tag'}
        </Button>
      }
    >
      <DialogForm
        onSubmit={submit}
        submitLabel="Save tags"
        isBusy={update.isPending}
        problem={update.error ? failureTextOf(update.error) : undefined}
      >
        <FormField label="Tags" help="Separate them with commas.">
          <Input value={text} onChange={({ target }) => setText(target.value)} />
        </FormField>
      </DialogForm>
    </Dialog>
  );
}
