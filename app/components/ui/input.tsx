// A text input. Inside a FormField it gets its label, help and error from context.
import type { ComponentProps } from 'react';
import { cx } from '#app/lib/cx.ts';
import { useFieldControl } from './form-field.tsx';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldControl(props)} className={cx('input', className)} />;
}
