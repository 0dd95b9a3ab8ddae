// A textarea that grows with its content where the browser supports it.
import type { ComponentProps } from 'react';
import { cx } from '#app/lib/cx.ts';
import { useFieldControl } from './form-field.tsx';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl(props)} className={cx('input', className)} />;
}
