// Audit entries, newest first.
import type { AuditEntry } from '#shared/features/site/site.schema.ts';
import { detailLines } from './audit-details.ts';
import { When } from './when.tsx';
import { StaffLink } from './staff-link.tsx';

type AuditListProps = {
  entries: readonly AuditEntry[];
  /** Hides the user's name on their own page. */
  isAboutOne?: boolean;
};

export function AuditList({ entries, isAboutOne }: AuditListProps) {
  return (
    <ul className="border-t border-ink" aria-label="Audit log">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-rule py-3.5 text-sm leading-ui">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <p className="min-w-0 wrap-anywhere">
              <strong className="font-semibold">{entry.label}</strong>
              {!isAboutOne && entry.person && (
                <>
                  {': '}
                  <StaffLink className="link" to={`/admin/users/${entry.person.id}`}>
                    {entry.person.name}
                  </StaffLink>
                </>
              )}
            </p>
            <p className="small">
              {entry.actor ? entry.actor.name : 'System'}, <When iso={entry.createdAt} />
            </p>
          </div>
          <Details details={entry.details} />
        </li>
      ))}
    </ul>
  );
}

function Details({ details }: { details: AuditEntry['details'] }) {
  const lines = detailLines(details);
  if (lines.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 pt-1.5">
      {lines.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
