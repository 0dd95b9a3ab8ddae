// Empty state: a picture, one sentence, one button.
import type { ReactNode } from 'react';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { cx } from '#app/lib/cx.ts';

const RIBBON = coverUrl('site-empty', 'square', 600);

type EmptyStateProps = {
  title: ReactNode;
  /** One sentence: what will be here. */
  children: ReactNode;
  /** One button: the next step. */
  action?: ReactNode;
  /** Replaces the default ribbon. */
  image?: ReactNode;
  /** 1 if the page shows nothing else. */
  headingLevel?: 1 | 2 | 3;
  className?: string;
};

export function EmptyState({ title, children, action, image, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={cx('empty', className)}>
      <div className="empty-art">{image ?? <img src={RIBBON} alt="" width={400} height={400} />}</div>
      <div>
        <Heading className="t-m">{title}</Heading>
        <p className="meta mt-3 max-w-measure">{children}</p>
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  );
}
