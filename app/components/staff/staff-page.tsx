// Layout of staff and seller pages: head, parts and columns.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

type StaffPageProps = {
  title: ReactNode;
  /** One sentence under the title. */
  intro?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** StaffTabs, linking related pages. */
  tabs?: ReactNode;
  children: ReactNode;
};

export function StaffPage({ title, intro, actions, tabs, children }: StaffPageProps) {
  return (
    <>
      {tabs && <div className="-mt-3 mb-6">{tabs}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="t-l t-l-tool">{title}</h1>
          {intro && <p className="meta mt-2 max-w-measure">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </>
  );
}

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

const SHAPES = {
  /** A main column and a side column. */
  main: 'md:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]',
  /** Gives the side column more room. */
  even: 'md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
  half: 'md:grid-cols-2',
};

type ColumnsProps = { shape: keyof typeof SHAPES; className?: string; children: ReactNode };

export function Columns({ shape, className, children }: ColumnsProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-x-[clamp(1.6rem,3.4vw,3.4rem)] gap-y-12',
        SHAPES[shape],
        className,
      )}
    >
      {children}
    </div>
  );
}
