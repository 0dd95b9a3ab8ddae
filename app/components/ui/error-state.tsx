// Error state: what happened, what to do, a retry button, and a reference for support.
import RotateCw from 'icon:rotate-cw';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';

type ErrorStateProps = {
  /** What happened: “We couldn’t load your students”. */
  title: ReactNode;
  /** What is safe and what to do. */
  children: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Link to help. */
  helpTo?: string;
  /** The request's id, for support. */
  reference?: string;
  headingLevel?: 1 | 2 | 3;
  /** For a secondary part of the page; its button isn't primary. */
  isAside?: boolean;
  className?: string;
};

export function ErrorState(props: ErrorStateProps) {
  const { title, children, onRetry, isRetrying, helpTo, reference } = props;
  const { headingLevel = 2, isAside = false, className } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={className} role="alert">
      <Heading className={headingLevel === 1 ? 't-l' : 't-m'}>{title}</Heading>
      <div className="prose mt-3">{children}</div>
      {(onRetry || helpTo) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {onRetry && (
            <Button
              variant={isAside ? 'second' : 'primary'}
              icon={<RotateCw className="icon" aria-hidden="true" />}
              isBusy={isRetrying}
              onClick={onRetry}
            >
              Try again
            </Button>
          )}
          {helpTo && <ButtonLink to={helpTo}>Ask for help</ButtonLink>}
        </div>
      )}
      {reference && <p className="small num mt-4">Reference {reference}</p>}
    </div>
  );
}
