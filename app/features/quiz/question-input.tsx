// Where a question is answered, by kind. Everything works by keyboard and by touch.
import Check from 'icon:check';
import { lazy, Suspense, useState } from 'react';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { cx } from '#app/lib/cx.ts';
import type { Answer, Answers, Option } from '#shared/features/quiz/question.rules.ts';
import type { AskedQuestion, InputProps } from './quiz.api.ts';

const OrderingInput = lazy(() =>
  import('./question-arrange.tsx').then((m) => ({ default: m.OrderingInput })),
);
const MatchingInput = lazy(() =>
  import('./question-arrange.tsx').then((m) => ({ default: m.MatchingInput })),
);
const HotspotInput = lazy(() => import('./question-point.tsx').then((m) => ({ default: m.HotspotInput })));
const MomentInput = lazy(() => import('./question-point.tsx').then((m) => ({ default: m.MomentInput })));

type AnyInputProps = Omit<InputProps, 'answer'> & { answer: Answer | null };

export function QuestionInput(props: AnyInputProps) {
  return (
    <Suspense fallback={null}>
      <InputOf {...props} />
    </Suspense>
  );
}

/** The server only keeps answers that fit their question. */
function InputOf({ question, answer, ...rest }: AnyInputProps) {
  switch (question.kind) {
    case 'single':
      return <ChoiceInput {...rest} question={question} answer={answer as Answers['single'] | null} />;
    case 'multiple':
      return <ChoiceInput {...rest} question={question} answer={answer as Answers['multiple'] | null} />;
    case 'true_false':
      return <TrueFalseInput {...rest} question={question} answer={answer as Answers['true_false'] | null} />;
    case 'short_text':
      return <ShortTextInput {...rest} question={question} answer={answer as Answers['short_text'] | null} />;
    case 'number':
      return <NumberInput {...rest} question={question} answer={answer as Answers['number'] | null} />;
    case 'ordering':
      return <OrderingInput {...rest} question={question} answer={answer as Answers['ordering'] | null} />;
    case 'matching':
      return <MatchingInput {...rest} question={question} answer={answer as Answers['matching'] | null} />;
    case 'hotspot':
      return <HotspotInput {...rest} question={question} answer={answer as Answers['hotspot'] | null} />;
    case 'moment':
      return <MomentInput {...rest} question={question} answer={answer as Answers['moment'] | null} />;
    case 'open':
    default:
      return <OpenInput {...rest} question={question} answer={answer as Answers['open'] | null} />;
  }
}

const LETTERS = 'ABCDEFGHIJ';

/** What pressing a letter answers; undefined: the key means nothing here. */
export function answerByLetter(
  question: AskedQuestion,
  answer: Answer | null,
  key: string,
): Answer | undefined {
  const at = key.length === 1 ? LETTERS.indexOf(key.toUpperCase()) : -1;
  if (at < 0) return undefined;
  if (question.kind === 'true_false') return at < 2 ? { value: at === 0 } : undefined;
  if (question.kind !== 'single' && question.kind !== 'multiple') return undefined;
  const option = question.content.options[at];
  if (!option) return undefined;
  if (question.kind === 'single') return { choice: option.id };
  return { choices: toggled((answer as Answers['multiple'] | null)?.choices ?? [], option.id) };
}

/** The last letter that chooses something, for the hint; null: none does. */
export function lastLetter(question: AskedQuestion): string | null {
  if (question.kind === 'true_false') return 'B';
  if (question.kind !== 'single' && question.kind !== 'multiple') return null;
  return LETTERS[question.content.options.length - 1] ?? null;
}

function toggled(choices: readonly string[], id: string): string[] {
  return choices.includes(id) ? choices.filter((chosen) => chosen !== id) : [...choices, id];
}

function ChoiceInput({ question, urlOf, answer, onAnswer }: InputProps<'single' | 'multiple'>) {
  const { options } = question.content;
  const isSingle = question.kind === 'single';
  const chosen = !answer ? [] : 'choice' in answer ? [answer.choice] : answer.choices;
  const hasPictures = options.some(({ fileId }) => fileId !== undefined);
  return (
    <fieldset className={hasPictures ? 'quiz-pictures' : undefined}>
      <legend className="sr-only">Your answer</legend>
      {!isSingle && <p className="meta mb-3">Choose all that apply.</p>}
      {options.map((option, at) => (
        <Choice
          key={option.id}
          option={option}
          letter={LETTERS[at] ?? ''}
          type={isSingle ? 'radio' : 'checkbox'}
          name={`question-${question.id}`}
          picture={option.fileId === undefined ? null : urlOf(option.fileId)}
          isChosen={chosen.includes(option.id)}
          onChoose={() =>
            onAnswer(isSingle ? { choice: option.id } : { choices: toggled(chosen, option.id) })
          }
        />
      ))}
    </fieldset>
  );
}

type ChoiceProps = {
  option: Pick<Option, 'text'>;
  letter: string;
  type: 'radio' | 'checkbox';
  name: string;
  picture: string | null;
  isChosen: boolean;
  onChoose: () => void;
};

function Choice({ option, letter, type, name, picture, isChosen, onChoose }: ChoiceProps) {
  const key = (
    <span className="quiz-key" aria-hidden="true">
      {letter}
    </span>
  );
  const input = <input type={type} name={name} checked={isChosen} onChange={onChoose} />;
  if (picture !== null) {
    return (
      <label className="quiz-picture">
        {input}
        <img src={picture} alt="" />
        <span className="quiz-picture-label">
          {key}
          <span className="min-w-0">{option.text}</span>
          {isChosen && (
            <span className="quiz-picked">
              <Check className="icon" aria-hidden="true" /> <span>Your answer</span>
            </span>
          )}
        </span>
      </label>
    );
  }
  return (
    <label className="quiz-choice">
      {input}
      <span className={cx('quiz-dot', type === 'checkbox' && 'quiz-dot-square')} aria-hidden="true">
        {type === 'checkbox' && isChosen && <Check className="icon" />}
      </span>
      <span className="min-w-0">{option.text}</span>
      {key}
    </label>
  );
}

function TrueFalseInput({ question, answer, onAnswer }: InputProps<'true_false'>) {
  return (
    <fieldset>
      <legend className="sr-only">Your answer</legend>
      {[true, false].map((value) => (
        <Choice
          key={String(value)}
          option={{ text: value ? 'True' : 'False' }}
          letter={value ? 'A' : 'B'}
          type="radio"
          name={`question-${question.id}`}
          picture={null}
          isChosen={answer?.value === value}
          onChoose={() => onAnswer({ value })}
        />
      ))}
    </fieldset>
  );
}

function ShortTextInput({ answer, onAnswer }: InputProps<'short_text'>) {
  return (
    <FormField label="Your answer" help="A word or two. Capitals and accents don’t matter.">
      <Input
        defaultValue={answer?.text ?? ''}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => onAnswer(target.value.trim() ? { text: target.value } : null, true)}
      />
    </FormField>
  );
}

function NumberInput({ question, answer, onAnswer }: InputProps<'number'>) {
  const { unit } = question.content;
  const [isWord, setWord] = useState(false);
  return (
    <FormField
      label={unit ? `Your answer, in ${unit}` : 'Your answer'}
      help="A number."
      error={isWord && 'Write a number, such as 12 or 2.5. This isn’t saved yet.'}
    >
      <Input
        className="max-w-48"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={answer?.value ?? ''}
        onChange={({ target }) => {
          const text = target.value.trim().replace(',', '.');
          const value = Number(text);
          setWord(!Number.isFinite(value));
          onAnswer(text === '' || !Number.isFinite(value) ? null : { value }, true);
        }}
      />
    </FormField>
  );
}

function OpenInput({ answer, onAnswer }: InputProps<'open'>) {
  return (
    <FormField label="Your answer" help="Your instructor reads this and writes back.">
      <Textarea
        rows={8}
        maxLength={20_000}
        defaultValue={answer?.text ?? ''}
        onChange={({ target }) => onAnswer(target.value.trim() ? { text: target.value } : null, true)}
      />
    </FormField>
  );
}
