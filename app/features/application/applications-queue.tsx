// A page of applications: those that wait are decided here, one after the other.
import { useEffect, useRef } from 'react';
import type { ContractOutput } from '#shared/contract.ts';
import type { ApplicationKind, ApplicationState } from '#shared/features/application/application.states.ts';
import type { listApplications } from '#shared/features/application/application.contract.ts';
import { hasPermission, rolesOf, type Permission } from '#shared/roles.ts';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useUser } from '#app/features/account/account.api.ts';
import { ApplicationItem } from './applications-item.tsx';

type Applications = ContractOutput<typeof listApplications>;

export const DECIDED_BY: Readonly<Record<ApplicationKind, Permission>> = {
  sell: 'sellers.approve',
  teach: 'instructors.approve',
};

export function ApplicationsQueue({
  applications,
  state,
}: {
  applications: Applications;
  state: ApplicationState;
}) {
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const list = useRef<HTMLDivElement>(null);
  const { items, total, page, pageSize } = applications;
  const decidingAt = useRef<number | null>(null);
  useEffect(() => {
    // Whoever decides by keyboard goes on with the next one, or with what the empty queue says.
    const at = decidingAt.current;
    if (at === null) return;
    decidingAt.current = null;
    const next = items[Math.min(at, items.length - 1)];
    const place = next ? `[data-application="${next.id}"]` : '[data-empty]';
    list.current?.querySelector<HTMLElement>(place)?.focus();
  }, [items]);
  return (
    <div ref={list} className="mt-4">
      {items.length === 0 ? (
        <div data-empty tabIndex={-1}>
          <EmptyState className="mt-6" title={state === 'waiting' ? 'Nobody is waiting' : 'None so far'}>
            {state === 'waiting'
              ? 'Every application has its answer. New ones appear here and on the dashboard.'
              : 'Applications with this answer will be listed here.'}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="border-t border-ink" aria-label="Applications">
            {items.map((application, at) => (
              <ApplicationItem
                key={application.id}
                application={application}
                mayDecide={hasPermission(roles, DECIDED_BY[application.kind])}
                mayOpenPerson={hasPermission(roles, 'people.view')}
                onDeciding={(isDeciding) => {
                  decidingAt.current = isDeciding ? at : null;
                }}
              />
            ))}
          </ul>
          <ListPager page={page} pageSize={pageSize} total={total} />
        </>
      )}
    </div>
  );
}
