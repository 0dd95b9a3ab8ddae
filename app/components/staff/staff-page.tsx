// The head every staff page has: its title, what can be done with the whole of it, the pages beside it.
import type { ReactNode } from 'react';

type StaffPageProps = {
  title: ReactNode;
  /** One sentence under the title. */
  intro?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** StaffTabs: the pages beside this one. */
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
