// One part of the form: a heavy rule, its question, its fields.
import { useId, type ReactNode } from 'react';

type FormPartProps = { title: string; intro?: ReactNode; children: ReactNode };

export function FormPart({ title, intro, children }: FormPartProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="draft-part">
      <h2 id={titleId} className="t-s">
        {title}
      </h2>
      {intro && <p className="meta mt-1.5 max-w-measure">{intro}</p>}
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  );
}
