// The question bank of an instructor's courses, by tag and kind. Quizzes draw from it by tag.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { listOwnCoursesQuery } from '#app/features/course-editor/course-editor.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { QUESTION_KIND_LABELS, QUESTION_KINDS } from '#shared/features/quiz/quiz.rules.ts';
import { parseId } from '#shared/ids.ts';
import { listTaughtQuestionsQuery, type TaughtQuestion, useDeleteBankQuestion } from './question-bank.api.ts';
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
  q: searchOf(params),
  tag: params.get('tag') ?? undefined,
  kind: oneOf(QUESTION_KINDS, params.get('kind')),
  place: oneOf(['bank', 'quiz'] as const, params.get('place')),
  courseId: parseId(params.get('course')) ?? undefined,
  page: pageOf(params),
});

const COLUMNS: readonly StaffColumn<TaughtQuestion>[] = [
  {
    key: 'question',
    header: 'Question',
    card: 'title',
    cell: ({ id, question, correctText, quizId, courseId }) => (
      <>
        <Link
          className="font-semibold hover:underline"
          to={
            quizId === null
              ? `/instructor/questions/${id}`
              : `/instructor/courses/${courseId}?item=quiz-${quizId}`
          }
        >
          {question}
        </Link>
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
        {quizTitle ?? 'Bank'}
        <span className="small block">{courseTitle}</span>
      </>
    ),
  },
  { key: 'tags', header: 'Tags', card: 'line', cell: ({ tags }) => tags.join(', ') },
  {
    key: 'actions',
    header: 'Actions',
    card: 'text',
    cell: (question) =>
      question.quizId === null ? (
        <DeleteQuestion question={question} />
      ) : (
        <ButtonLink
          variant="quiet"
          size="s"
          className="whitespace-nowrap"
          to={`/instructor/questions/create?copy=${question.id}`}
        >
          Copy to bank
        </ButtonLink>
      ),
  },
];

export default function QuestionBankPage() {
  const list = useStaffList(filtersOf, listTaughtQuestionsQuery);
  const tags = list.data?.tags ?? [];
  const { data: courses = [] } = useQuery(listOwnCoursesQuery());
  return (
    <StaffList
      list={list}
      nouns="questions"
      title="Question bank"
      intro="Questions in the bank belong to no quiz. Give them tags, and a quiz can draw from them at random."
      actions={
        <ButtonLink variant="primary" to="/instructor/questions/create">
          Add a question
        </ButtonLink>
      }
      pageTabs={<QuizTabs />}
      search={{ placeholder: 'Words of the question' }}
      filters={[
        {
          name: 'place',
          label: 'Where',
          all: 'Bank and quizzes',
          options: [
            { value: 'bank', label: 'In the bank' },
            { value: 'quiz', label: 'In a quiz' },
          ],
        },
        {
          name: 'course',
          label: 'Course',
          all: 'Every course',
          options: courses.map(({ id, title }) => ({ value: String(id), label: title })),
        },
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
      empty={{
        title: 'No questions yet',
        text: 'Write questions here for quizzes to draw from. Those in your quizzes are listed too.',
      }}
    />
  );
}

function DeleteQuestion({ question }: { question: TaughtQuestion }) {
  const remove = useDeleteBankQuestion();
  return (
    <ConfirmDialog
      title={`Delete “${question.question}”?`}
      description="Quizzes stop drawing it. Attempts and results keep it. You can’t undo this."
      confirmLabel="Delete question"
      failure={failureTextOf}
      onConfirm={async () => {
        await remove.mutateAsync(question.id);
        toast({ title: 'Question deleted' });
      }}
      trigger={
        <Button variant="danger" size="s">
          Delete
        </Button>
      }
    />
  );
}
