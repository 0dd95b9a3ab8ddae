// Accounts as staff see them: the list, its CSV, and one of them whole.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import { listAuditOf, recordAudit } from '#server/platform/audit.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { PersonRow } from '#shared/features/user-admin/user-admin.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { ROLE_LABELS } from '#shared/roles.ts';
import { listApplicationsOf } from '#server/features/application/application.service.ts';
import {
  countPeople,
  findPerson,
  listPeopleByIds,
  listPeopleIds,
  listPeopleRows,
  type PeopleFilter,
  type PeopleRow,
} from './user-admin.queries.ts';
import { listSessionInfos } from '#server/features/account/session-list.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';

const AUDIT_SHOWN = 50;
/** Rows held in memory at once while a file is written. */
const CSV_BATCH = 500;

export function noSuchAccount(): AppError {
  return new AppError('not_found', 'There is no account with this number.');
}

export async function listPeople(ctx: AppContext, { page, ...filter }: PeopleFilter & { page: number }) {
  const [counts, rows] = await Promise.all([
    countPeople(ctx.db, filter),
    listPeopleRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const total = counts[filter.state ?? 'all'];
  return { items: rows.map(toPersonRow), total, page, pageSize: PAGE_SIZE, counts };
}

function toPersonRow<Row extends PeopleRow>({ createdAt, lastSeenAt, ...row }: Row) {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  } satisfies PersonRow;
}

export async function getPersonForStaff(ctx: AppContext, viewer: Viewer, id: number) {
  const person = await findPerson(ctx.db, { id });
  if (!person) throw noSuchAccount();
  const [sessions, applications, audit] = await Promise.all([
    listSessionInfos(ctx, { userId: id, currentId: viewer.sessionId }),
    listApplicationsOf(ctx, id),
    listAuditOf(ctx, { userId: id, limit: AUDIT_SHOWN }),
  ]);
  return { ...toPersonRow(person), sessions, applications, audit };
}

export async function exportPeople(ctx: AppContext, viewer: Viewer, filter: PeopleFilter): Promise<Download> {
  const ids = await listPeopleIds(ctx.db, filter);
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'account.export',
    subject: ['export', 'users'],
    details: { people: ids.length, ...filter },
  });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { content: csvOf(ctx, ids), fileName: `users-${day}.csv` };
}

const CSV_COLUMNS: { header: string; key: string }[] = [
  { header: 'Number', key: 'id' },
  { header: 'Username', key: 'username' },
  { header: 'First name', key: 'firstName' },
  { header: 'Last name', key: 'lastName' },
  { header: 'E-mail', key: 'email' },
  { header: 'E-mail confirmed', key: 'confirmed' },
  { header: 'Main role', key: 'mainRole' },
  { header: 'All roles', key: 'allRoles' },
  { header: 'State', key: 'state' },
  { header: 'Joined', key: 'createdAt' },
  { header: 'Last seen', key: 'lastSeenAt' },
];

/** In batches: a slow reader holds neither the table in memory nor a transaction open. */
async function* csvOf(ctx: AppContext, ids: number[]): AsyncGenerator<string> {
  // With the mark that tells Excel these are UTF-8 letters.
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let at = 0; at < ids.length; at += CSV_BATCH) {
    const rows = await listPeopleByIds(ctx.db, { ids: ids.slice(at, at + CSV_BATCH) });
    // A cell that begins like a formula would be run by a spreadsheet: an apostrophe in front makes it text.
    yield stringify(rows.map(toCsvRow), { columns: CSV_COLUMNS, escape_formulas: true });
  }
}

function toCsvRow({ role, roles, isEmailVerified, createdAt, lastSeenAt, ...row }: PeopleRow) {
  return {
    ...row,
    confirmed: isEmailVerified ? 'yes' : 'no',
    mainRole: ROLE_LABELS[role],
    allRoles: roles.map((held) => ROLE_LABELS[held]).join(', '),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? '',
  };
}
