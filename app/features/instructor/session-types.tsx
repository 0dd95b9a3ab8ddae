// The sessions an instructor offers: add, change, order, stop offering.
import { useState } from 'react';
import { SortableList, SortableRow } from '#app/components/staff/sortable-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { describeSession, SESSION_KIND_LABELS } from '#shared/features/instructor/instructor.rules.ts';
import type { OwnInstructor, OwnSessionType } from '#shared/features/instructor/instructor.schema.ts';
import { formatPrice } from '#shared/money.ts';
import { useSetSessionTypeArchived, useSetSessionTypeOrder } from './instructor.api.ts';
import { SessionTypeForm } from './session-type-form.tsx';

export function SessionTypes({ instructor }: { instructor: OwnInstructor }) {
  const offered = instructor.sessionTypes.filter(({ isArchived }) => !isArchived);
  const archived = instructor.sessionTypes.filter(({ isArchived }) => isArchived);
  const order = useSetSessionTypeOrder();
  const [edited, setEdited] = useState<OwnSessionType | 'new' | null>(null);
  const drop = (id: number, overId: number) => {
    const ids = offered.map((type) => type.id);
    const [from, to] = [ids.indexOf(id), ids.indexOf(overId)];
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.mutate({ body: { ids } });
  };
  return (
    <>
      <Button variant="primary" onClick={() => setEdited('new')}>
        Add a session
      </Button>
      {offered.length === 0 ? (
        <EmptyState className="mt-8" title="No sessions yet">
          Start with one: half an hour, one price. You can add groups, packages and weekly series later.
        </EmptyState>
      ) : (
        <SortableList
          label="Sessions you offer"
          items={offered.map(({ id, title }) => ({ id, name: title }))}
          onDrop={drop}
        >
          {offered.map((type) => (
            <SortableRow key={type.id} id={type.id} name={type.title}>
              <Row type={type} onEdit={() => setEdited(type)} />
            </SortableRow>
          ))}
        </SortableList>
      )}
      {archived.length > 0 && (
        <section className="mt-10">
          <h2 className="t-s border-b border-ink pb-2">No longer offered</h2>
          <ul>
            {archived.map((type) => (
              <li key={type.id} className="border-b border-rule py-3">
                <Row type={type} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Dialog
        title={edited === 'new' ? 'Add a session' : 'Change this session'}
        description="Bookings that exist already keep their time and price."
        isWide
        isOpen={edited !== null}
        onOpenChange={(isOpen) => !isOpen && setEdited(null)}
      >
        {edited && <SessionTypeForm type={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </>
  );
}

function Row({ type, onEdit }: { type: OwnSessionType; onEdit?: () => void }) {
  const archive = useSetSessionTypeArchived();
  const { id, title, kind, price, isArchived, isOnRequest, isForAssessments } = type;
  return (
    <div className="flex grow flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="min-w-0">
        <strong>{title}</strong>
        <span className="small block">
          {kind !== 'group' && `${SESSION_KIND_LABELS[kind]}, `}
          {describeSession(type)}, {type.place === 'online' ? 'online' : 'in person'}
          {isOnRequest && ', on request'}
          {isForAssessments && ', for practical assessments'}
        </span>
      </div>
      <div className="flex items-center gap-2">
        <span className="num font-semibold">{formatPrice(price)}</span>
        {onEdit && (
          <Button size="s" variant="quiet" onClick={onEdit}>
            Edit<span className="sr-only"> {title}</span>
          </Button>
        )}
        <Button
          size="s"
          variant={isArchived ? 'quiet' : 'danger'}
          isBusy={archive.isPending}
          onClick={() => archive.mutate({ params: { id }, body: { isArchived: !isArchived } })}
        >
          {isArchived ? 'Offer again' : 'Stop offering'}
          <span className="sr-only"> {title}</span>
        </Button>
      </div>
    </div>
  );
}
