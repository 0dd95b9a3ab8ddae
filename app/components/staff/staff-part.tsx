// A part of a staff page about one thing: a heavy rule opens it.
import type { ReactNode } from 'react';

export function StaffPart({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mt-10 first:mt-0">
      <div className="mb-1 flex min-h-11 items-center justify-between gap-4 border-b border-ink pb-1">
        <h2 className="t-s">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
