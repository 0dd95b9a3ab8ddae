// One quiz: its questions in order, and the terms it is taken under.
import { useEffect, useRef, useState } from 'react';
import type {
  CourseFile,
  DraftQuestion,
  QuizContent,
} from '#shared/features/course-editor/course-editor.schema.ts';
import {
  GRADING_METHODS,
  REVIEW_POLICIES,
  type GradingMethod,
  type ReviewPolicy,
} from '#shared/features/quiz/quiz.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { EditorPart, NumberField, TitleField } from './editor-parts.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { BankDraw } from './bank-draw.tsx';
import { newQuestion, type QuestionProps } from './question-values.ts';
import type { UploadTarget } from './use-course-uploads.ts';
import type { DraftFields } from './use-draft-fields.ts';

const METHOD_LABELS: Readonly<Record<GradingMethod, string>> = {
  best: 'Best attempt',
  last: 'Last attempt',
  average: 'Average of all attempts',
};
const POLICY_LABELS: Readonly<Record<ReviewPolicy, string>> = {
  never: 'Never',
  after_pass: 'After passing',
  after_last_attempt: 'After the last attempt',
  after_submit: 'After each attempt',
};

export type QuizEditorProps = Pick<QuestionProps, 'files' | 'lessons'> & {
  courseId: number;
  fields: DraftFields<QuizContent>;
  /** What is in the course's question bank; undefined while it loads. */
  bank: readonly { tags: readonly string[] }[] | undefined;
  onUpload: (files: File[], target: UploadTarget) => void;
};

export function QuizEditor({ courseId, fields, bank, ...rest }: QuizEditorProps) {
  const { values, set } = fields;
  return (
    <>
      <TitleField label="Quiz title" value={values.title} onChange={(title) => set({ title })} />
      <EditorPart title="Introduction">
        <FormField label="What learners read before they start" isLabelHidden>
          <Textarea
            rows={3}
            maxLength={5000}
            value={values.intro}
            onChange={(event) => set({ intro: event.target.value })}
          />
        </FormField>
      </EditorPart>
      <Questions questions={values.questions} onChange={(questions) => set({ questions })} {...rest} />
      <BankDraw courseId={courseId} fields={fields} bank={bank} />
      <EditorPart title="Rules">
        <div className="editor-facts">
          <NumberField
            label="Percent to pass"
            min={0}
            max={100}
            value={values.passPercent}
            onChange={(passPercent) => passPercent !== null && set({ passPercent })}
          />
          <NumberField
            label="Attempts"
            isOptional
            help="Empty: as many as they like."
            min={1}
            max={100}
            value={values.attemptLimit}
            onChange={(attemptLimit) => set({ attemptLimit })}
          />
          <NumberField
            label="Time limit in minutes"
            isOptional
            min={1}
            max={480}
            value={values.timeLimitMinutes}
            onChange={(timeLimitMinutes) => set({ timeLimitMinutes })}
          />
          <NumberField
            label="Minutes between attempts"
            min={0}
            max={43_200}
            value={values.retryDelayMinutes}
            onChange={(minutes) => minutes !== null && set({ retryDelayMinutes: minutes })}
          />
          <FormField label="Score that counts">
            <Select
              value={values.gradingMethod}
              options={GRADING_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
              onChange={(event) => set({ gradingMethod: event.target.value as GradingMethod })}
            />
          </FormField>
          <FormField label="Show right answers">
            <Select
              value={values.reviewPolicy}
              options={REVIEW_POLICIES.map((value) => ({ value, label: POLICY_LABELS[value] }))}
              onChange={(event) => set({ reviewPolicy: event.target.value as ReviewPolicy })}
            />
          </FormField>
        </div>
        <Switch checked={values.isShuffled} onChange={(event) => set({ isShuffled: event.target.checked })}>
          Shuffle the questions
        </Switch>
      </EditorPart>
    </>
  );
}

type QuestionsProps = Pick<QuizEditorProps, 'files' | 'lessons' | 'onUpload'> & {
  questions: DraftQuestion[];
  onChange: (questions: DraftQuestion[]) => void;
};

function Questions({ questions, files, lessons, onUpload, onChange }: QuestionsProps) {
  const [added, setAdded] = useState<readonly CourseFile[]>([]);
  // A file arrives after more has been typed: it goes into the questions as they are then.
  const latest = useRef({ questions, keys: [] as number[] });
  // Questions have no id before they are published, so each gets a key for as long as the page is open.
  const [keys, setKeys] = useState(() => questions.map((_, at) => at));
  useEffect(() => {
    latest.current = { questions, keys };
  });
  const upload = (key: number | undefined) => (file: File) =>
    onUpload([file], {
      to: 'question',
      onFile(arrived) {
        const at = latest.current.keys.findIndex((one) => one === key);
        const question = latest.current.questions[at];
        if (!question) return;
        setAdded((before) => [...before, arrived]);
        onChange(latest.current.questions.with(at, { ...question, fileId: arrived.id }));
      },
    });
  const save = (nextKeys: number[], next: DraftQuestion[]) => {
    setKeys(nextKeys);
    onChange(next);
  };
  const move = (at: number, by: -1 | 1) => {
    const [question, key] = [questions[at], keys[at]];
    if (!question || key === undefined || !questions[at + by]) return;
    save(
      keys.toSpliced(at, 1).toSpliced(at + by, 0, key),
      questions.toSpliced(at, 1).toSpliced(at + by, 0, question),
    );
  };
  const remove = (at: number) => {
    const before = { keys, questions };
    save(keys.toSpliced(at, 1), questions.toSpliced(at, 1));
    toast({
      title: `Question ${at + 1} deleted`,
      action: { label: 'Undo', onPress: () => save(before.keys, before.questions) },
    });
  };
  const add = () => save([...keys, Math.max(-1, ...keys) + 1], [...questions, newQuestion('single')]);
  return (
    <EditorPart
      title="Questions"
      aside={
        <span className="small num">
          {questions.length === 1 ? '1 question' : `${questions.length} questions`}
        </span>
      }
    >
      <ol className="editor-questions">
        {questions.map((question, at) => (
          <li key={keys[at]} className="editor-question" aria-label={`Question ${at + 1}`}>
            <QuestionEditor
              question={question}
              name={`Question ${at + 1}`}
              files={[...files, ...added]}
              lessons={lessons}
              onUpload={upload(keys[at])}
              onChange={(changed) => onChange(questions.with(at, changed))}
            />
            <div className="editor-adds">
              <Button variant="quiet" size="s" disabled={at === 0} onClick={() => move(at, -1)}>
                Move up
              </Button>
              <Button
                variant="quiet"
                size="s"
                disabled={at === questions.length - 1}
                onClick={() => move(at, 1)}
              >
                Move down
              </Button>
              <Button variant="danger" size="s" onClick={() => remove(at)}>
                Delete question
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <Button onClick={add}>Add a question</Button>
    </EditorPart>
  );
}
