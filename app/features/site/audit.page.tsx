// The audit log: what staff did, to whom, when.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type { listAudit } from '#shared/features/site/site.contract.ts';
import { rolesOf } from '#shared/roles.ts';
import { AuditList } from '#app/components/staff/audit-list.tsx';
import { ListFilter } from '#app/components/staff/list-filter.tsx';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { RemoveChip } from '#app/components/ui/chip.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useUser } from '#app/features/account/account.api.ts';
import { pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { auditQuery } from './staff.api.ts';

export const handle: StaffHandle = { permission: 'audit.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Audit log',
    description: 'What staff did.',
    path: '/admin/audit',
    isHidden: true,
  });
}

type Audit = ContractOutput<typeof listAudit>;

function filtersOf(params: URLSearchParams) {
  const id = params.get('userId') ?? '';
  return {
    q: wordsOf(params),
    action: params.get('action')?.slice(0, 60) || undefined,
    userId: /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined,
    page: pageOf(params),
  };
}

export default function AuditPage() {
  const user = useUser();
  const { params, to } = useListAddress();
  const filters = filtersOf(params);
  const query = useQuery(auditQuery(filters));
  const isFiltered = Boolean(filters.q || filters.action || filters.userId);
  const actions = query.data?.actions ?? [];
  return (
    <StaffPage
      title="Audit log"
      intro="What staff did to other people’s things, the newest first. Nothing here can be changed."
      tabs={user && <StaffTabs area="people" roles={rolesOf(user)} />}
    >
      <div className="mt-6 flex flex-wrap items-start gap-3">
        <ListSearch label="Search the audit log" placeholder="Who did it, or to whom" />
        <ListFilter
          name="action"
          label="What was done"
          all="Everything that was done"
          options={actions.map(({ name, label }) => ({ value: name, label }))}
        />
        {filters.userId && (
          <RemoveChip to={to({ userId: undefined })}>{personWords(query.data, filters.userId)}</RemoveChip>
        )}
        {isFiltered && (
          <Link className="btn btn-quiet" to="/admin/audit">
            Clear
          </Link>
        )}
      </div>
      <QueryView query={query} what="the audit log" skeleton={<ListSkeleton label="Loading the audit log" />}>
        {(audit) => <Entries audit={audit} isFiltered={isFiltered} />}
      </QueryView>
    </StaffPage>
  );
}

/** The name is known once the log has come, if it holds anything of the person. */
function personWords(audit: Audit | undefined, userId: number): string {
  const person = audit?.items.find((entry) => entry.person?.id === userId)?.person;
  return person ? `About ${person.name}` : 'About one person';
}

function Entries({ audit, isFiltered }: { audit: Audit; isFiltered: boolean }) {
  const { items } = audit;
  if (items.length === 0) {
    return (
      <EmptyState
        className="mt-8"
        title={isFiltered ? 'Nothing of that kind' : 'Nothing so far'}
        action={isFiltered && <ButtonLink to="/admin/audit">Show the whole log</ButtonLink>}
      >
        {isFiltered
          ? 'No entry has all of what you asked for.'
          : 'Suspensions, role changes, decisions and settings will be written down here.'}
      </EmptyState>
    );
  }
  return (
    <div className="mt-6">
      <AuditList entries={items} />
      <ListPager {...audit} />
    </div>
  );
}
