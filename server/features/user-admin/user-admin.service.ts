// Users as staff see them: the list, its CSV export, one user in detail, and what each role may do.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import { listSessions } from '#server/features/account/session.service.ts';
import { listOwnApplications } from '#server/features/application/application.service.ts';
import { listUserAudit, recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { UserRow } from '#shared/features/user-admin/user-admin.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import type { Contract } from '#shared/contract.ts';
import { operationsByPermission } from '#shared/permission-operations.ts';
import {
  isGrantable,
  PERMISSION_LABELS,
  PERMISSIONS,
  permissionsOf,
  ROLE_LABELS,
  ROLES,
} from '#shared/roles.ts';
import {
  countRoles,
  countUsers,
  findStaffUser,
  listUserIds,
  listUserRows,
  listUsersByIds,
  type StoredUserRow,
  type UserFilter,
} from './user-admin.queries.ts';

const AUDIT_ENTRIES_SHOWN = 50;
/** Rows in memory at once while the CSV is written. */
const CSV_BATCH = 500;

export function userNotFound(): AppError {
  return new AppError('not_found', 'There’s no user with this number.');
}

export async function listUsers(ctx: AppContext, { page, ...filter }: UserFilter & { page: number }) {
  const [counts, rows] = await Promise.all([
    countUsers(ctx.db, filter),
    listUserRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const total = counts[filter.state ?? 'all'];
  return { items: rows.map(toUserRow), total, page, pageSize: PAGE_SIZE, counts };
}

function toUserRow<Row extends StoredUserRow>({ createdAt, lastSeenAt, ...row }: Row) {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  } satisfies UserRow;
}

export async function getStaffUser(ctx: AppContext, viewer: Viewer, id: number) {
  const user = await findStaffUser(ctx.db, { id });
  if (!user) throw userNotFound();
  const [sessions, applications, audit] = await Promise.all([
    listSessions(ctx, { userId: id, currentId: viewer.sessionId }),
    listOwnApplications(ctx, { id }),
    listUserAudit(ctx, { userId: id, limit: AUDIT_ENTRIES_SHOWN }),
  ]);
  return { ...toUserRow(user), sessions, applications, audit };
}

export async function exportUsers(ctx: AppContext, viewer: Viewer, filter: UserFilter): Promise<Download> {
  const ids = await listUserIds(ctx.db, filter);
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'account.export',
    subject: ['export', 'users'],
    details: { people: ids.length, ...filter },
  });
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return { content: renderCsv(ctx, ids), fileName: `users-${day}.csv` };
}

const CSV_COLUMNS: { header: string; key: string }[] = [
  { header: 'Number', key: 'id' },
  { header: 'Username', key: 'username' },
  { header: 'First name', key: 'firstName' },
  { header: 'Last name', key: 'lastName' },
  { header: 'Email', key: 'email' },
  { header: 'Email confirmed', key: 'confirmed' },
  { header: 'Main role', key: 'mainRole' },
  { header: 'All roles', key: 'allRoles' },
  { header: 'State', key: 'state' },
  { header: 'Joined', key: 'createdAt' },
  { header: 'Last seen', key: 'lastSeenAt' },
];

/** In batches, so that a slow download holds neither the whole table in memory nor a transaction open. */
async function* renderCsv(ctx: AppContext, ids: number[]): AsyncGenerator<string> {
  // The byte order mark tells Excel that this is UTF-8.
  yield stringify([], { header: true, columns: CSV_COLUMNS, bom: true });
  for (let at = 0; at < ids.length; at += CSV_BATCH) {
    const rows = await listUsersByIds(ctx.db, { ids: ids.slice(at, at + CSV_BATCH) });
    // Spreadsheets would run a cell that looks like a formula; an apostrophe in front makes it text.
    yield stringify(rows.map(toCsvRow), { columns: CSV_COLUMNS, escape_formulas: true });
  }
}

function toCsvRow({ role, roles, isEmailVerified, createdAt, lastSeenAt, ...row }: StoredUserRow) {
  return {
    ...row,
    confirmed: isEmailVerified ? 'yes' : 'no',
    mainRole: ROLE_LABELS[role],
    allRoles: roles.map((held) => ROLE_LABELS[held]).join(', '),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? '',
  };
}

export async function listRoles(ctx: AppContext, contracts: Iterable<Contract>) {
  const userCounts = await countRoles(ctx.db);
  const operations = operationsByPermission(contracts);
  return {
    permissions: PERMISSIONS.map((name) => ({
      name,
      label: PERMISSION_LABELS[name],
      operations: operations.get(name) ?? [],
    })),
    roles: ROLES.map((name) => ({
      name,
      label: ROLE_LABELS[name],
      isGrantable: isGrantable(name),
      people: userCounts.get(name) ?? 0,
      permissions: [...permissionsOf(name)],
    })),
  };
}
