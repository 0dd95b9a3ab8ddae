// Layout of settings pages: each part has its title on the left and its fields on the
// right, with the buttons at the bottom.
import { useId, type ReactNode } from 'react';
import { Notice } from './notice.tsx';

type SettingsPartProps = {
  title: ReactNode;
  intro?: ReactNode;
  /** Anchor id. */
  id?: string;
  children: ReactNode;
};

export function SettingsPart({ title, intro, id, children }: SettingsPartProps) {
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

type SettingsFootProps = {
  /** The form's error, if it belongs to no field. */
  problem: string | undefined;
  children: ReactNode;
};

/** Aligned with the fields. */
export function SettingsFoot({ problem, children }: SettingsFootProps) {
  return (
    <div className="border-t border-ink py-8 md:pl-84">
      {problem && (
        <Notice tone="bad" isAlert className="mb-5 max-w-136">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </div>
  );
}
