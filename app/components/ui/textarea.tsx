// Several lines of text; grows with what is written where the browser can.
import type { ComponentProps } from 'react';
import { cx } from '#app/lib/cx.ts';
import { useFieldControl } from './form-field.tsx';

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl(props)} className={cx('input', className)} />;
}
