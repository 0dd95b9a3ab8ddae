// Putting in order and matching, by buttons and lists: nothing needs to be dragged.
import ArrowDown from 'icon:arrow-down';
import ArrowUp from 'icon:arrow-up';
import { useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import type { InputProps } from './quiz.api.ts';

export function OrderingInput({ question, answer, onAnswer }: InputProps<'ordering'>) {
  const { items } = question.content;
  const order = answer?.order ?? items.map(({ id }) => id);
  const list = useRef<HTMLOListElement>(null);
  const move = (id: string, by: -1 | 1) => {
    const from = order.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= order.length) return;
    const next = order.toSpliced(from, 1).toSpliced(to, 0, id);
    onAnswer({ order: next });
    // The row moves; the finger and the focus stay with it.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-id="${id}"]`);
      const buttons = row?.querySelectorAll('button');
      const button = buttons?.[by === -1 ? 0 : 1];
      (button?.disabled ? buttons?.[by === -1 ? 1 : 0] : button)?.focus();
    });
  };
  return (
    <>
      <ol className="quiz-order" ref={list} aria-label="Your order, first at the top">
        {order.map((id, at) => {
          const text = items.find((item) => item.id === id)?.text ?? '';
          return (
            <li key={id} data-id={id}>
              <span className="num quiz-order-place" aria-hidden="true">
                {at + 1}
              </span>
              <span className="min-w-0 grow">{text}</span>
              <IconButton
                label={`Move “${text}” up, now ${at + 1} of ${order.length}`}
                icon={<ArrowUp className="icon" aria-hidden="true" />}
                disabled={at === 0}
                onClick={() => move(id, -1)}
              />
              <IconButton
                label={`Move “${text}” down, now ${at + 1} of ${order.length}`}
                icon={<ArrowDown className="icon" aria-hidden="true" />}
                disabled={at === order.length - 1}
                onClick={() => move(id, 1)}
              />
            </li>
          );
        })}
      </ol>
      {answer === null && (
        <Button size="s" className="mt-4" onClick={() => onAnswer({ order })}>
          It’s already in order
        </Button>
      )}
    </>
  );
}

export function MatchingInput({ question, answer, onAnswer }: InputProps<'matching'>) {
  const { left, right } = question.content;
  const pairs = answer?.pairs ?? {};
  const options = right.map(({ id, text }) => ({ value: id, label: text }));
  const match = (leftId: string, rightId: string) => {
    const others = Object.entries(pairs).filter(([id]) => id !== leftId);
    const next = Object.fromEntries(rightId ? [...others, [leftId, rightId]] : others);
    onAnswer(Object.keys(next).length > 0 ? { pairs: next } : null);
  };
  return (
    <div className="grid gap-4">
      {left.map(({ id, text }) => (
        <FormField key={id} label={text}>
          <Select
            options={options}
            placeholder="Choose what belongs to it"
            value={pairs[id] ?? ''}
            onChange={({ target }) => match(id, target.value)}
          />
        </FormField>
      ))}
    </div>
  );
}
