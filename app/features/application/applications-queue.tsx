// Applications to sell or teach, those who wait longest first: decided here, one after the other.
import type { UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ContractOutput } from '#shared/contract.ts';
import {
  APPLICATION_KINDS,
  APPLICATION_LABELS,
  APPLICATION_STATE_LABELS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/application/application.states.ts';
import type { listApplications } from '#shared/features/application/application.contract.ts';
import { hasPermission, rolesOf, type Permission } from '#shared/roles.ts';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { oneOf, pageOf } from '#app/lib/list-address.ts';
import { useUser } from '#app/lib/user.api.ts';
import { ApplicationItem } from './applications-item.tsx';

export const DECIDED_BY: Readonly<Record<ApplicationKind, Permission>> = {
  sell: 'sellers.approve',
  teach: 'instructors.approve',
};

type ApplicationFilters = {
  state: ApplicationState;
  kind: ApplicationKind | undefined;
  page: number;
};

type ApplicationsListProps = {
  queryOf: (filters: ApplicationFilters) => UseQueryOptions<ContractOutput<typeof listApplications>>;
  /** Only these; without it, both kinds with a filter. */
  kind?: ApplicationKind;
  hasKindFilter?: boolean;
  /** Left out inside a page that has its own head. */
  title?: string;
  intro?: string;
  pageTabs?: ReactNode;
};

export function ApplicationsList(props: ApplicationsListProps) {
  const { queryOf, kind, hasKindFilter, title, intro, pageTabs } = props;
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const list = useStaffList(
    (params) => ({
      state: oneOf(APPLICATION_STATES, params.get('state')) ?? 'waiting',
      kind: kind ?? oneOf(APPLICATION_KINDS, params.get('kind')),
      page: pageOf(params),
    }),
    queryOf,
  );
  const decidingAt = useNextFocused(list.data?.items);
  const empty =
    list.filters.state === 'waiting'
      ? {
          title: 'Nobody is waiting',
          text: 'Every application has its answer. New ones appear here and on the dashboard.',
        }
      : { title: 'None so far', text: 'Applications with this answer will be listed here.' };
  return (
    <StaffList
      list={list}
      nouns="applications"
      {...(title !== undefined && { title })}
      intro={intro}
      pageTabs={pageTabs}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: APPLICATION_STATES.map((value) => ({
          value,
          label: APPLICATION_STATE_LABELS[value],
          count: list.data?.counts[value],
        })),
      }}
      filters={
        hasKindFilter
          ? [
              {
                name: 'kind',
                label: 'What they ask for',
                all: 'Sell and teach',
                options: APPLICATION_KINDS.map((value) => ({ value, label: APPLICATION_LABELS[value] })),
              },
            ]
          : []
      }
      hasFaces
      empty={empty}
      noMatch={{ action: undefined, ...empty }}
    >
      {(applications) => (
        <ul className="mt-4 border-t border-ink" aria-label="Applications">
          {applications.map((application, at) => (
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
      )}
    </StaffList>
  );
}

/** Whoever decides by keyboard goes on with the next one, or with what the empty list says. */
function useNextFocused(items: readonly { id: number }[] = []) {
  const decidingAt = useRef<number | null>(null);
  useEffect(() => {
    const at = decidingAt.current;
    if (at === null) return;
    decidingAt.current = null;
    const next = items[Math.min(at, items.length - 1)];
    const place = next ? `[data-application="${next.id}"]` : '[data-no-rows]';
    document.querySelector<HTMLElement>(place)?.focus();
  }, [items]);
  return decidingAt;
}
