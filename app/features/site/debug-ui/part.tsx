// Layout of the component page: groups of parts, each under a title.
import type { ReactNode } from 'react';
import { cx } from '#app/lib/cx.ts';

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-14">
      <h2 className="t-m">{title}</h2>
      <div className="mt-6 grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-12 md:grid-cols-2">{children}</div>
    </section>
  );
}

export function Part({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className={cx('min-w-0', isWide && 'md:col-span-2')}>
      <h3 className="mb-6 border-b border-ink pb-3 font-text text-sm font-semibold tracking-normal">
        {title}
      </h3>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
