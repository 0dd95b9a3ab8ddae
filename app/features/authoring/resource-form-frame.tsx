// The frame of the resource form: its sections, the save bar, and the question before leaving.
import Check from 'icon:check';
import CloudOff from 'icon:cloud-off';
import PenLine from 'icon:pen-line';
import { type ReactNode, useId } from 'react';
import { ResourceStateBadge } from '#app/components/resource/resource-state-badge.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { ResourceState } from '#shared/features/resource/resource.states.ts';
import type { SaveState } from '#app/lib/autosave.ts';

type DraftBarProps = {
  state: ResourceState;
  /** On sale, with changes buyers don't see yet. */
  hasUnpublished: boolean;
  save: SaveState;
  /** Something on the form is invalid and not saved. */
  isHeld: boolean;
  onRetry: () => void;
  /** The next step, as a button. */
  children: ReactNode;
};

export function DraftBar({ state, hasUnpublished, save, isHeld, onRetry, children }: DraftBarProps) {
  return (
    <section className="draft-bar" aria-label="This resource">
      <div className="draft-bar-state">
        <ResourceStateBadge state={state} />
        {hasUnpublished && <Badge tone="warn">Unpublished changes</Badge>}
        <output className="meta draft-save">
          <SaveText save={save} isHeld={isHeld} />
        </output>
        {save === 'failed' && (
          <Button size="s" variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

function SaveText({ save, isHeld }: { save: SaveState; isHeld: boolean }) {
  if (save === 'failed')
    return <SaveState icon={<CloudOff className="icon" aria-hidden="true" />}>Couldn’t save</SaveState>;
  if (save === 'conflict')
    return <SaveState icon={<CloudOff className="icon" aria-hidden="true" />}>Not saved</SaveState>;
  if (save === 'waiting' || save === 'saving')
    return <SaveState icon={<PenLine className="icon" aria-hidden="true" />}>Saving</SaveState>;
  if (isHeld)
    return (
      <SaveState icon={<CloudOff className="icon" aria-hidden="true" />}>
        Saved, except for the fields with errors
      </SaveState>
    );
  if (save === 'new') return <>Saved as a draft as soon as you start typing</>;
  return <SaveState icon={<Check className="icon" aria-hidden="true" />}>Saved</SaveState>;
}

function SaveState({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      {children}
    </span>
  );
}

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
