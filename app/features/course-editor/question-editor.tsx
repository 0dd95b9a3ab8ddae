// One question of a quiz: what it asks, its parts, and what is right.
import type { DraftQuestion } from '#shared/features/course-editor/course-editor.schema.ts';
import { QUESTION_KIND_LABELS, QUESTION_KINDS, type QuestionKind } from '#shared/features/quiz/quiz.rules.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { LinesField, NumberField } from './editor-parts.tsx';
import { HotspotAnswer, MomentAnswer, QuestionMedia } from './question-media.tsx';
import { Choices, Matching, Ordering } from './question-parts.tsx';
import { type QuestionProps, withKind } from './question-values.ts';

export function QuestionEditor(props: QuestionProps) {
  const { question, name, lessons, onChange } = props;
  return (
    <div className="editor-question-body">
      <FormField label={name} help="The first paragraph asks; anything below it explains.">
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
            options={QUESTION_KINDS.map((kind) => ({ value: kind, label: QUESTION_KIND_LABELS[kind] }))}
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
      <QuestionMedia {...props} />
      <Answer key={question.kind} {...props} />
      <FormField label="Explanation" isOptional help="Shown with the right answer.">
        <Textarea
          rows={2}
          maxLength={5000}
          value={question.explanation}
          onChange={(event) => onChange({ ...question, explanation: event.target.value })}
        />
      </FormField>
      {lessons.length > 0 && (
        <FormField label="Lesson to review" isOptional help="Suggested to learners who get it wrong.">
          <Select
            value={String(question.reviewLessonId ?? '')}
            placeholder="No lesson"
            options={lessons}
            onChange={(event) =>
              onChange({ ...question, reviewLessonId: Number(event.target.value) || null })
            }
          />
        </FormField>
      )}
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
      return <HotspotAnswer {...props} />;
    case 'moment':
    default:
      return <MomentAnswer {...props} />;
  }
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
