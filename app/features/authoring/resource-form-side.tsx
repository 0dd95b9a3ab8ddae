// Next to the form: link to the public page, history, duplicate, archive and delete.
import { Link, useNavigate } from 'react-router';
import { changesOf } from '#app/components/resource/resource-format.ts';
import { When } from '#app/components/staff/when.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { canTransition } from '#shared/features/resource/resource.states.ts';
import { centsToDecimal, formatPrice } from '#shared/money.ts';
import { archiveResource, deleteResource, duplicateResource } from './authoring.api.ts';
import type { ResourceAutosave } from './use-resource-draft.ts';

type DraftSideProps = { resource: OwnResource; autosave: ResourceAutosave; isSuspended: boolean };

export function DraftSide({ resource, autosave, isSuspended }: DraftSideProps) {
  return (
    <aside className="draft-side" aria-label="About this resource">
      <DraftActions resource={resource} autosave={autosave} isSuspended={isSuspended} />
      <History events={resource.events} />
    </aside>
  );
}

function DraftActions({ resource, autosave, isSuspended }: DraftSideProps) {
  const { id, title, state, isListed } = resource;
  const navigate = useNavigate();
  const name = title || 'this draft';
  const duplicate = () =>
    duplicateResource(id).then(
      (copy) => {
        toast({ title: 'Resource duplicated', description: 'You’re editing the copy.' });
        return navigate(`/curriculum/${copy.id}/edit`);
      },
      (error: unknown) =>
        toast({
          title: 'Couldn’t duplicate it',
          description: failureTextOf(error),
          variant: 'destructive',
        }),
    );
  return (
    <div className="draft-actions">
      {isListed && (
        <Link className="link" to={`/curriculum/${id}`}>
          View public page
        </Link>
      )}
      {!isSuspended && (
        <Button size="s" variant="quiet" onClick={() => void duplicate()}>
          Duplicate
        </Button>
      )}
      {canTransition(state, 'archive') && (
        <ConfirmDialog
          title={`Archive “${name}”?`}
          description="It goes off sale right away. Buyers keep their copies. You can put it back on sale at any time."
          confirmLabel="Archive"
          failure={failureTextOf}
          onConfirm={() => autosave.run(archiveResource())}
          trigger={
            <Button size="s" variant="danger">
              Archive
            </Button>
          }
        />
      )}
      {(state === 'draft' || state === 'changes_requested' || state === 'rejected') && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          description="This deletes the draft and its files. You can’t undo this."
          confirmLabel="Delete"
          failure={failureTextOf}
          onConfirm={async () => {
            await deleteResource(id);
            toast({ title: 'Draft deleted' });
            await navigate('/my-resources');
          }}
          trigger={
            <Button size="s" variant="danger">
              Delete
            </Button>
          }
        />
      )}
    </div>
  );
}

function History({ events }: Pick<OwnResource, 'events'>) {
  const prices = events.filter(({ kind }) => kind === 'price_changed');
  const others = events.filter(({ kind }) => kind !== 'price_changed');
  return (
    <>
      {prices.length > 0 && <Events title="Price changes" events={prices} />}
      {others.length > 0 && <Events title="History" events={others} />}
    </>
  );
}

function Events({ title, events }: Pick<OwnResource, 'events'> & { title: string }) {
  return (
    <section className="mt-8">
      <h2 className="t-s border-b border-ink pb-2">{title}</h2>
      <ol>
        {events.map((event) => (
          <li key={event.id} className="border-b border-rule py-2.5 text-sm leading-ui">
            <strong className="font-semibold">{priceText(event) ?? event.label}</strong>
            <p className="small mt-0.5">
              {event.by}, <When iso={event.createdAt} />
            </p>
            {changesOf(event).length > 0 && (
              <p className="meta mt-1">
                {changesOf(event)
                  .map(({ label }) => label)
                  .join(', ')}
              </p>
            )}
            {event.reason && <p className="meta mt-1 wrap-anywhere">{event.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** “$24.00 → $19.00” */
function priceText({ kind, details }: OwnResource['events'][number]): string | null {
  if (kind !== 'price_changed') return null;
  const { from, to } = details;
  if (typeof from !== 'number' || typeof to !== 'number') return null;
  return `${formatPrice(centsToDecimal(from))} → ${formatPrice(centsToDecimal(to))}`;
}
