// A small form in a dialog: what went wrong with all of it above the fields, the way out and the act below them.
import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from './button.tsx';
import { DialogClose } from './dialog.tsx';
import { Notice } from './notice.tsx';

type DialogFormProps = {
  /** What belongs to no field: `errors.root` of the form. */
  problem?: string | undefined;
  /** What `handleSubmit` gives. */
  onSubmit: (event: SyntheticEvent) => Promise<unknown>;
  submitLabel: string;
  cancelLabel?: string;
  isBusy: boolean;
  /** The act takes something away. */
  isDanger?: boolean;
  children: ReactNode;
};

const firstMistakeIn = (form: Element) => form.querySelector<HTMLElement>('[aria-invalid="true"]');

export function DialogForm(props: DialogFormProps) {
  const { problem, onSubmit, submitLabel, cancelLabel = 'Cancel', isBusy, isDanger, children } = props;
  const submit = (event: SyntheticEvent) => {
    // A portal's events still rise to the form the dialog was opened from.
    event.stopPropagation();
    const form = event.currentTarget;
    // Drawn by then: what is wrong is where the keyboard goes on.
    void onSubmit(event).then(() => requestAnimationFrame(() => firstMistakeIn(form)?.focus()));
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid gap-4">
        {problem && (
          <Notice tone="bad" isAlert>
            {problem}
          </Notice>
        )}
        {children}
      </div>
      <div className="dialog-foot">
        <DialogClose>
          <Button>{cancelLabel}</Button>
        </DialogClose>
        <Button variant={isDanger ? 'danger-solid' : 'primary'} type="submit" isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
