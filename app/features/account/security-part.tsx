// One part of the pages about one's own account: what it is on the left, what to do about it on the right.
import { useId, type ReactNode } from 'react';

type AccountPartProps = {
  title: ReactNode;
  intro?: ReactNode;
  /** For links that lead straight to it. */
  id?: string;
  children: ReactNode;
};

export function AccountPart({ title, intro, id, children }: AccountPartProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-x-16 gap-y-6 border-t border-ink py-8 first-of-type:border-t-0 first-of-type:pt-0 md:grid-cols-[17rem_minmax(0,34rem)]"
    >
      <div>
        <h2 id={titleId} className="t-s">
          {title}
        </h2>
        {intro && <div className="meta mt-2">{intro}</div>}
      </div>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  );
}
