// One question of a quiz: what it asks, its parts, and what is right.
import { X } from 'lucide-react';
import type { DraftQuestion } from '#shared/features/course-editor/course-editor.schema.ts';
import { QUESTION_KIND_LABELS, QUESTION_KINDS, type QuestionKind } from '#shared/features/quiz/quiz.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { LinesField, NumberField } from './editor-parts.tsx';
import { newPartId, type Part, withKind } from './question-values.ts';

type QuestionProps = {
  question: DraftQuestion;
  number: number;
  onChange: (question: DraftQuestion) => void;
};

/** Kinds written here. Points on pictures and moments need a file and are shown only where they exist. */
const WRITTEN: readonly QuestionKind[] = QUESTION_KINDS.filter(
  (kind) => kind !== 'hotspot' && kind !== 'moment',
);

export function QuestionEditor({ question, number, onChange }: QuestionProps) {
  const kinds = WRITTEN.includes(question.kind) ? WRITTEN : [...WRITTEN, question.kind];
  return (
    <div className="editor-question-body">
      <FormField label={`Question ${number}`} help="The first paragraph asks; anything below it explains.">
        <Textarea
          rows={2}
          maxLength={3000}
          value={question.prompt}
          onChange={(event) => onChange({ ...question, prompt: event.target.value })}
        />
      </FormField>
      <div className="editor-facts">
        <FormField label="Kind of question">
          <Select
            value={question.kind}
            options={kinds.map((kind) => ({ value: kind, label: QUESTION_KIND_LABELS[kind] }))}
            onChange={(event) => onChange(withKind(question, event.target.value as QuestionKind))}
          />
        </FormField>
        <NumberField
          label="Points"
          min={1}
          max={100}
          value={question.points}
          onChange={(points) => points !== null && onChange({ ...question, points })}
        />
      </div>
      <Answer key={question.kind} question={question} number={number} onChange={onChange} />
      <FormField label="Explanation" isOptional help="Shown with the right answer.">
        <Textarea
          rows={2}
          maxLength={5000}
          value={question.explanation}
          onChange={(event) => onChange({ ...question, explanation: event.target.value })}
        />
      </FormField>
    </div>
  );
}

function Answer(props: QuestionProps) {
  const { question, onChange } = props;
  const key = question.answerKey;
  const setKey = (answerKey: DraftQuestion['answerKey']) => onChange({ ...question, answerKey });
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return <Choices {...props} />;
    case 'true_false':
      return (
        <FormField label="Right answer">
          <Select
            value={typeof key['correct'] === 'boolean' ? String(key['correct']) : ''}
            placeholder="Choose true or false"
            options={[
              { value: 'true', label: 'True' },
              { value: 'false', label: 'False' },
            ]}
            onChange={(event) =>
              setKey(event.target.value === '' ? {} : { correct: event.target.value === 'true' })
            }
          />
        </FormField>
      );
    case 'short_text':
      return (
        <LinesField
          label="Accepted answers"
          help="One per line. Capitals and accents don’t matter."
          value={(key['accepted'] as string[] | undefined) ?? []}
          onChange={(accepted) => setKey({ accepted })}
        />
      );
    case 'number':
      return <NumberAnswer {...props} />;
    case 'ordering':
      return <Ordering {...props} />;
    case 'matching':
      return <Matching {...props} />;
    case 'open':
      return (
        <FormField label="Notes for the grader" isOptional>
          <Textarea
            rows={2}
            value={(key['guidance'] as string | undefined) ?? ''}
            onChange={(event) => setKey({ guidance: event.target.value })}
          />
        </FormField>
      );
    case 'hotspot':
    case 'moment':
    default:
      return <p className="meta">This kind of question keeps its answer. Change its wording here.</p>;
  }
}

function Choices({ question, number, onChange }: QuestionProps) {
  const options = (question.content['options'] as Part[] | undefined) ?? [];
  const isSingle = question.kind === 'single';
  const correct = question.answerKey['correct'] as string | string[] | undefined;
  const isRight = (id: string) => (Array.isArray(correct) ? correct.includes(id) : correct === id);
  const save = (next: Part[], right: string | string[] | undefined = correct) =>
    onChange({
      ...question,
      content: { ...question.content, options: next },
      answerKey: { ...question.answerKey, correct: right },
    });
  const mark = (id: string) => {
    if (isSingle) return save(options, id);
    const before = Array.isArray(correct) ? correct : [];
    return save(options, before.includes(id) ? before.filter((one) => one !== id) : [...before, id]);
  };
  return (
    <fieldset className="editor-options">
      <legend className="small">
        {isSingle ? 'Options. Mark the right one.' : 'Options. Mark all right ones.'}
      </legend>
      {options.map((option, at) => (
        <div key={option.id} className="editor-option">
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={`right-${number}`}
            aria-label={`Option ${at + 1} is right`}
            checked={isRight(option.id)}
            onChange={() => mark(option.id)}
          />
          <Input
            aria-label={`Option ${at + 1} of question ${number}`}
            maxLength={500}
            value={option.text}
            onChange={(event) => save(options.with(at, { ...option, text: event.target.value }))}
          />
          <IconButton
            label={`Remove option ${at + 1}`}
            icon={<X className="icon" aria-hidden="true" />}
            disabled={options.length <= 2}
            onClick={() =>
              save(
                options.toSpliced(at, 1),
                Array.isArray(correct)
                  ? correct.filter((id) => id !== option.id)
                  : isRight(option.id)
                    ? ''
                    : correct,
              )
            }
          />
        </div>
      ))}
      {options.length < 10 && (
        <Button
          variant="quiet"
          size="s"
          onClick={() => save([...options, { id: newPartId(options), text: '' }])}
        >
          Add an option
        </Button>
      )}
    </fieldset>
  );
}

function NumberAnswer({ question, onChange }: QuestionProps) {
  const { value, tolerance } = question.answerKey as { value?: number; tolerance?: number };
  const setKey = (changes: object) =>
    onChange({ ...question, answerKey: { ...question.answerKey, ...changes } });
  return (
    <div className="editor-facts">
      <NumberField
        label="Right answer"
        min={-1_000_000}
        max={1_000_000}
        step={0.001}
        value={value ?? null}
        onChange={(number) => number !== null && setKey({ value: number })}
      />
      <NumberField
        label="Accept this much more or less"
        min={0}
        max={1_000_000}
        step={0.001}
        value={tolerance ?? 0}
        onChange={(number) => number !== null && setKey({ tolerance: number })}
      />
      <FormField label="Unit" isOptional>
        <Input
          maxLength={20}
          value={(question.content['unit'] as string | undefined) ?? ''}
          onChange={(event) => onChange({ ...question, content: { unit: event.target.value } })}
        />
      </FormField>
    </div>
  );
}

function Ordering({ question, number, onChange }: QuestionProps) {
  const items = (question.content['items'] as Part[] | undefined) ?? [];
  const order = (question.answerKey['order'] as string[] | undefined) ?? [];
  const inOrder = order.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const save = (next: Part[]) =>
    onChange({ ...question, content: { items: next }, answerKey: { order: next.map(({ id }) => id) } });
  return (
    <fieldset className="editor-options">
      <legend className="small">Items in the right order. Learners see them shuffled.</legend>
      {inOrder.map((item, at) => (
        <div key={item.id} className="editor-option">
          <span className="num small">{at + 1}.</span>
          <Input
            aria-label={`Item ${at + 1} of question ${number}`}
            maxLength={500}
            value={item.text}
            onChange={(event) => save(inOrder.with(at, { ...item, text: event.target.value }))}
          />
          <IconButton
            label={`Remove item ${at + 1}`}
            icon={<X className="icon" aria-hidden="true" />}
            disabled={inOrder.length <= 2}
            onClick={() => save(inOrder.toSpliced(at, 1))}
          />
        </div>
      ))}
      {inOrder.length < 12 && (
        <Button
          variant="quiet"
          size="s"
          onClick={() => save([...inOrder, { id: newPartId(inOrder), text: '' }])}
        >
          Add an item
        </Button>
      )}
    </fieldset>
  );
}

/** Each line is a pair; the ids of both sides go together. */
function Matching({ question, number, onChange }: QuestionProps) {
  const left = (question.content['left'] as Part[] | undefined) ?? [];
  const right = (question.content['right'] as Part[] | undefined) ?? [];
  const pairs = (question.answerKey['pairs'] as Record<string, string> | undefined) ?? {};
  const lines = left.map((one) => ({ one, other: right.find(({ id }) => id === pairs[one.id]) }));
  const save = (next: { one: Part; other: Part | undefined }[]) =>
    onChange({
      ...question,
      content: { left: next.map(({ one }) => one), right: next.flatMap(({ other }) => other ?? []) },
      answerKey: {
        pairs: Object.fromEntries(next.flatMap(({ one, other }) => (other ? [[one.id, other.id]] : []))),
      },
    });
  return (
    <fieldset className="editor-options">
      <legend className="small">Pairs. Learners see the right side shuffled.</legend>
      {lines.map(({ one, other = { id: one.id, text: '' } }, at) => (
        <div key={one.id} className="editor-option">
          <Input
            aria-label={`Left ${at + 1} of question ${number}`}
            maxLength={500}
            value={one.text}
            onChange={(event) => save(lines.with(at, { one: { ...one, text: event.target.value }, other }))}
          />
          <Input
            aria-label={`Right ${at + 1} of question ${number}`}
            maxLength={500}
            value={other.text}
            onChange={(event) => save(lines.with(at, { one, other: { ...other, text: event.target.value } }))}
          />
          <IconButton
            label={`Remove pair ${at + 1}`}
            icon={<X className="icon" aria-hidden="true" />}
            disabled={lines.length <= 2}
            onClick={() => save(lines.toSpliced(at, 1))}
          />
        </div>
      ))}
      {lines.length < 12 && (
        <Button
          variant="quiet"
          size="s"
          onClick={() => {
            const id = newPartId([...left, ...right]);
            save([...lines, { one: { id, text: '' }, other: { id, text: '' } }]);
          }}
        >
          Add a pair
        </Button>
      )}
    </fieldset>
  );
}
