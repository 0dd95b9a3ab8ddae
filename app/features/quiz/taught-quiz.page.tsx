// One quiz for its instructor: which questions are hard, who has taken it, and extra time or tries for one learner.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MetaArgs, useParams } from 'react-router';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { QUESTION_KIND_LABELS } from '#shared/features/quiz/quiz.rules.ts';
import { parseId } from '#shared/ids.ts';
import {
  getTaughtQuizQuery,
  type ItemAnalysis,
  type QuizLearner,
  useSaveQuizAllowance,
} from './quiz-teaching.api.ts';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Quiz results',
    description: 'Results of a quiz.',
    path: location.pathname,
    isHidden: true,
  });
}

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share)}%`);

const ITEM_COLUMNS: readonly TableColumn<ItemAnalysis>[] = [
  {
    key: 'question',
    header: 'Question',
    card: 'title',
    cell: ({ question, kind }) => (
      <>
        <span className="font-semibold">{question}</span>
        <span className="small block">{QUESTION_KIND_LABELS[kind]}</span>
      </>
    ),
  },
  {
    key: 'percent',
    header: 'Points earned',
    align: 'right',
    card: 'figure',
    cell: (item) => percent(item.percent),
  },
  {
    key: 'mistake',
    header: 'Most chosen instead',
    card: 'text',
    cell: ({ commonMistake }) => (commonMistake ? `${commonMistake.text} (${commonMistake.count})` : '–'),
  },
  {
    key: 'discrimination',
    header: 'Tells strong from weak',
    card: 'line',
    cell: ({ discrimination }) => verdictOn(discrimination),
  },
];

/** The usual marks for a correlation of a question with the whole quiz. */
function verdictOn(discrimination: number | null): string {
  if (discrimination === null) return '–';
  if (discrimination >= 0.3) return 'Well';
  return discrimination >= 0.1 ? 'A little' : 'Hardly: look at it again';
}

const learnerColumns = (quizId: number): readonly TableColumn<QuizLearner>[] => [
  {
    key: 'name',
    header: 'Learner',
    card: 'title',
    cell: ({ name, lastSubmittedAt }) => (
      <>
        <span className="font-semibold">{name}</span>
        {lastSubmittedAt && (
          <span className="small block">
            <When iso={lastSubmittedAt} />
          </span>
        )}
      </>
    ),
  },
  { key: 'attempts', header: 'Tries', align: 'right', card: 'line', cell: ({ attempts }) => attempts },
  {
    key: 'best',
    header: 'Best',
    align: 'right',
    card: 'figure',
    cell: (learner) => percent(learner.bestPercent),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ hasPassed }) => (hasPassed ? <Badge tone="ok">Passed</Badge> : <Badge>Not yet</Badge>),
  },
  {
    key: 'extra',
    header: 'Extra',
    card: 'text',
    cell: (learner) => (
      <AllowanceDialog
        quizId={quizId}
        learner={learner}
        label={
          learner.extraMinutes + learner.extraAttempts > 0
            ? `${learner.extraMinutes} min, ${learner.extraAttempts} tries`
            : 'Give extra'
        }
      />
    ),
  },
];

export default function TaughtQuizPage() {
  const id = parseId(useParams()['id']);
  const query = useQuery({ ...getTaughtQuizQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} back={{ to: '/instructor/quizzes', label: 'Quizzes' }} noun="quiz">
      {(quiz) => (
        <DetailSheet
          title={quiz.title}
          state={quiz.courseTitle}
          actions={<AllowanceDialog quizId={quiz.id} label="Extra time or tries" />}
          aside={
            <StaffPart title="In numbers">
              <RunningOrder>
                <OrderLine figure={quiz.learners}>Learners</OrderLine>
                <OrderLine figure={quiz.attempts}>Tries</OrderLine>
                <OrderLine figure={percent(quiz.passRate)}>Passed</OrderLine>
                <OrderLine figure={percent(quiz.averagePercent)}>Average</OrderLine>
                <OrderLine figure={`${quiz.passPercent}%`}>Needed to pass</OrderLine>
                <OrderLine figure={quiz.toGrade}>To grade</OrderLine>
              </RunningOrder>
            </StaffPart>
          }
        >
          <StaffPart title="Questions, hardest first">
            {quiz.items.length > 0 ? (
              <Table
                caption="How each question does on the first try"
                columns={ITEM_COLUMNS}
                rows={quiz.items}
                keyOf={({ questionId }) => String(questionId)}
                isFlush
              />
            ) : (
              <p className="meta">Nobody has handed this quiz in yet.</p>
            )}
          </StaffPart>
          <StaffPart title="Learners">
            {quiz.learnersList.length > 0 ? (
              <Table
                caption="Learners and their results"
                columns={learnerColumns(quiz.id)}
                rows={quiz.learnersList}
                keyOf={({ userId }) => String(userId)}
                isFlush
              />
            ) : (
              <p className="meta">Nobody has taken this quiz yet.</p>
            )}
          </StaffPart>
        </DetailSheet>
      )}
    </DetailPage>
  );
}

type AllowanceProps = { quizId: number; label: string; learner?: QuizLearner };

function AllowanceDialog({ quizId, label, learner }: AllowanceProps) {
  const [isOpen, setOpen] = useState(false);
  const save = useSaveQuizAllowance();
  const submit = async (event: { preventDefault(): void; currentTarget?: unknown }) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => {
      const value = values.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const body = {
      learner: learner?.username ?? text('learner'),
      extraMinutes: Number(text('minutes')) || 0,
      extraAttempts: Number(text('attempts')) || 0,
      reason: text('reason'),
    };
    await save.mutateAsync({ params: { id: quizId }, body }).then(
      () => setOpen(false),
      () => undefined,
    );
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={learner ? `Extra for ${learner.name}` : 'Extra time or tries'}
      description="An attempt that is open now gets the time at once."
      trigger={
        <Button size="s" variant={learner ? 'quiet' : 'second'}>
          {label}
        </Button>
      }
    >
      <DialogForm
        onSubmit={submit}
        submitLabel="Save"
        isBusy={save.isPending}
        problem={save.error ? failureTextOf(save.error) : undefined}
      >
        {!learner && (
          <FormField label="Learner" help="User name or email address." isRequired>
            <Input name="learner" autoComplete="off" />
          </FormField>
        )}
        <FormField label="Extra minutes" help="On top of the time limit.">
          <Input name="minutes" type="number" min={0} max={480} defaultValue={learner?.extraMinutes ?? 0} />
        </FormField>
        <FormField label="Extra tries">
          <Input name="attempts" type="number" min={0} max={100} defaultValue={learner?.extraAttempts ?? 0} />
        </FormField>
        <FormField label="Reason" isOptional>
          <Input name="reason" maxLength={500} defaultValue={learner?.reason ?? ''} />
        </FormField>
      </DialogForm>
    </Dialog>
  );
}
