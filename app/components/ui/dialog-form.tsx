// A small form in a dialog: form errors above the fields, cancel and submit below.
import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from './button.tsx';
import { DialogClose } from './dialog.tsx';
import { Notice } from './notice.tsx';

type DialogFormProps = {
  /** The form's own error, `errors.root`. */
  problem?: string | undefined;
  /** What `handleSubmit` gives. */
  onSubmit: (event: SyntheticEvent) => Promise<unknown>;
  submitLabel: string;
  cancelLabel?: string;
  isBusy: boolean;
  /** Red button, for destructive actions. */
  isDanger?: boolean;
  children: ReactNode;
};

const firstMistakeIn = (form: Element) => form.querySelector<HTMLElement>('[aria-invalid="true"]');

export function DialogForm(props: DialogFormProps) {
  const { problem, onSubmit, submitLabel, cancelLabel = 'Cancel', isBusy, isDanger, children } = props;
  const submit = (event: SyntheticEvent) => {
    // React bubbles events of the portal to the form that opened the dialog.
    event.stopPropagation();
    const form = event.currentTarget;
    // After rendering, focus moves to the first error.
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
