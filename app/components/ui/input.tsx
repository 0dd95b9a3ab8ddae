// A line of text. Inside a FormField it finds its label, help and error by itself.
import type { ComponentProps } from 'react';
import { cx } from '#app/lib/cx.ts';
import { useFieldControl } from './form-field.tsx';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldControl(props)} className={cx('input', className)} />;
}
