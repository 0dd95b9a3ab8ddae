// The parts of a question with options, items in order, or pairs.
import X from 'icon:x';
import { useId, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { newPartId, type Part, type QuestionProps } from './question-values.ts';

export function Choices({ question, name, onChange }: QuestionProps) {
  const options = (question.content['options'] as Part[] | undefined) ?? [];
  const isSingle = question.kind === 'single';
  const group = useId();
  const feedback = (question.answerKey['feedback'] as Record<string, string> | undefined) ?? {};
  const [hasFeedback, setHasFeedback] = useState(Object.values(feedback).some(Boolean));
  const correct = question.answerKey['correct'] as string | string[] | undefined;
  const isRight = (id: string) => (Array.isArray(correct) ? correct.includes(id) : correct === id);
  const save = (next: Part[], right: string | string[] | undefined = correct) =>
    onChange({
      ...question,
      content: { ...question.content, options: next },
      answerKey: { ...question.answerKey, correct: right },
    });
  const setFeedback = (id: string, text: string) =>
    onChange({ ...question, answerKey: { ...question.answerKey, feedback: { ...feedback, [id]: text } } });
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
        <div key={option.id}>
          <div className="editor-option">
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={group}
              aria-label={`Option ${at + 1} is right`}
              checked={isRight(option.id)}
              onChange={() => mark(option.id)}
            />
            <Input
              aria-label={`Option ${at + 1} of ${name.toLowerCase()}`}
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
          {hasFeedback && (
            <Input
              className="editor-feedback"
              aria-label={`Feedback on option ${at + 1}`}
              placeholder={`What to tell learners who choose it`}
              maxLength={1000}
              value={feedback[option.id] ?? ''}
              onChange={(event) => setFeedback(option.id, event.target.value)}
            />
          )}
        </div>
      ))}
      <div className="editor-adds">
        {options.length < 10 && (
          <Button
            variant="quiet"
            size="s"
            onClick={() => save([...options, { id: newPartId(options), text: '' }])}
          >
            Add an option
          </Button>
        )}
        {!hasFeedback && (
          <Button variant="quiet" size="s" onClick={() => setHasFeedback(true)}>
            Add feedback
          </Button>
        )}
      </div>
    </fieldset>
  );
}

export function Ordering({ question, name, onChange }: QuestionProps) {
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
            aria-label={`Item ${at + 1} of ${name.toLowerCase()}`}
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
export function Matching({ question, name, onChange }: QuestionProps) {
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
            aria-label={`Left ${at + 1} of ${name.toLowerCase()}`}
            maxLength={500}
            value={one.text}
            onChange={(event) => save(lines.with(at, { one: { ...one, text: event.target.value }, other }))}
          />
          <Input
            aria-label={`Right ${at + 1} of ${name.toLowerCase()}`}
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
