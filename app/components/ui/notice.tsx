// An inline notice: sage for success, brass for warnings, garnet for errors.
import Check from 'icon:check';
import CircleAlert from 'icon:circle-alert';
import Clock from 'icon:clock';
import Info from 'icon:info';
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

export type NoticeTone = 'plain' | 'ok' | 'warn' | 'bad';

const icons = { plain: Info, ok: Check, warn: Clock, bad: CircleAlert };

type NoticeProps = {
  tone?: NoticeTone;
  /** Replaces the tone's own icon. */
  icon?: ReactNode;
  /** For notices that appear after an action: read aloud at once. */
  isAlert?: boolean;
  className?: string;
  children: ReactNode;
};

export function Notice({ tone = 'plain', icon, isAlert, className, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cx('note', tone !== 'plain' && `note-${tone}`, className)}
      role={isAlert ? 'alert' : undefined}
    >
      {icon ?? <Icon className="icon" aria-hidden="true" />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
