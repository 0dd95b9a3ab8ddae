// Tasks waiting for the viewer, each with a link.
import type { ReactNode } from 'react';

export function WaitingList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="waits" aria-label={label}>
      {children}
    </ul>
  );
}

type WaitingLineProps = {
  tone?: 'warn' | 'bad' | 'ok';
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

export function WaitingLine({ tone = 'warn', title, children, action }: WaitingLineProps) {
  return (
    <li>
      <span className="waits-dot" data-tone={tone} aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <strong className="block font-semibold">{title}</strong>
        {children}
      </div>
      {action}
    </li>
  );
}
