// How the draft stands: saved or not, and the next step. Beside the form on a desk, at the foot of the screen on a phone.
import { Check, CloudOff, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import type { ResourceState } from '#shared/features/resource/resource.states.ts';
import type { SaveState } from './resource-form-desk.ts';
import { ResourceStateBadge } from '#app/features/resource/resource-state-badge.tsx';

type DraftBarProps = {
  state: ResourceState;
  /** Of what is on sale: something is changed that buyers do not see yet. */
  hasUnpublished: boolean;
  save: SaveState;
  /** Something on the form cannot be kept as it is. */
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
    return <Words icon={<CloudOff className="icon" aria-hidden="true" />}>Could not save</Words>;
  if (save === 'conflict')
    return <Words icon={<CloudOff className="icon" aria-hidden="true" />}>Not saved</Words>;
  if (save === 'waiting' || save === 'saving')
    return <Words icon={<PenLine className="icon" aria-hidden="true" />}>Saving</Words>;
  if (isHeld)
    return (
      <Words icon={<CloudOff className="icon" aria-hidden="true" />}>
        Saved, but for the fields marked red
      </Words>
    );
  if (save === 'new') return <>Kept as a draft from your first word on</>;
  return <Words icon={<Check className="icon" aria-hidden="true" />}>Saved</Words>;
}

function Words({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      {children}
    </span>
  );
}
