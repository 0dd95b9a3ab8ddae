// A state as a badge: Draft, Published, New. Never color alone.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

export type BadgeTone = 'plain' | 'ok' | 'warn' | 'bad' | 'new' | 'act';

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; className?: string; children: ReactNode };

export function Badge({ tone = 'plain', icon, className, children }: BadgeProps) {
  return (
    <span className={cx('tag', tone !== 'plain' && `tag-${tone}`, className)}>
      {icon}
      {children}
    </span>
  );
}
