// Licences and their seats for their buyers: by item, by teacher, and as CSV.
import { hrefOf } from '#shared/features/entitlement/entitlement.states.ts';
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult, Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/seat/seat.contract.ts';
import type { Licence, Seat } from '#shared/features/seat/seat.schema.ts';
import { SEAT_STATE_LABELS } from '#shared/features/seat/seat.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countSeats,
  findLicence,
  listLicenceRows,
  listSeatRows,
  listSeatsToExport,
  listTeacherSeats,
  type LicenceRow,
  type SeatRow,
} from './licence.queries.ts';

type Asked = { page: number; q?: string | undefined };

const paging = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
const ROWS_IN_FILE = 50_000;

export async function listLicences(
  ctx: AppContext,
  viewer: Viewer,
  { page, q }: Asked,
): Promise<ContractResult<typeof contract.listLicences>> {
  const userId = viewer.id;
  const [{ rows, total }, counted] = await Promise.all([
    listLicenceRows(ctx.db, { userId, q, ...paging(page) }),
    countSeats(ctx.db, { userId }),
  ]);
  const { quantity, licences, held, invited } = counted;
  return {
    items: rows.map(describeLicence),
    total,
    page,
    pageSize: PAGE_SIZE,
    seats: { quantity, inUse: held + licences, invited, free: quantity - licences - held - invited },
  };
}

function describeLicence(row: LicenceRow): Licence {
  const { orderId, number, paidAt, email: _email, ...licence } = row;
  return {
    ...licence,
    href: hrefOf(row),
    order: { id: orderId, number },
    boughtAt: paidAt?.toISOString() ?? '',
  };
}

export async function requireOwnLicence(ctx: AppContext, viewer: Viewer, id: number): Promise<LicenceRow> {
  const found = await findLicence(ctx.db, { id, userId: viewer.id });
  if (!found) throw new AppError('not_found', 'This licence isn’t among your purchases.');
  return found;
}

export async function getLicence(ctx: AppContext, viewer: Viewer, id: number): Promise<Licence> {
  return describeLicence(await requireOwnLicence(ctx, viewer, id));
}

export async function listSeats(
  ctx: AppContext,
  viewer: Viewer,
  { id, page, q }: Asked & { id: number },
): Promise<ContractResult<typeof contract.listSeats>> {
  await requireOwnLicence(ctx, viewer, id);
  const { rows, total } = await listSeatRows(ctx.db, { licenceId: id, q, ...paging(page) });
  return { items: rows.map(describeSeat), total, page, pageSize: PAGE_SIZE };
}

export function describeSeat({ id, licenceId, position, state, email, name, ...row }: SeatRow): Seat {
  const since = row.heldAt ?? row.invitedAt;
  return { id, licenceId, position, state, email: email ?? '', name, since: since?.toISOString() ?? '' };
}

export async function listTeachers(
  ctx: AppContext,
  viewer: Viewer,
  { page, q }: Asked,
): Promise<ContractResult<typeof contract.listTeachers>> {
  const found = await listTeacherSeats(ctx.db, { userId: viewer.id, q, ...paging(page) });
  const items = found.addresses.map((address) => {
    const rows = found.rows.filter((row) => row.address === address);
    return {
      email: address,
      name: rows.find(({ name }) => name !== null)?.name ?? null,
      seats: rows.map(({ id, licenceId, title, state, isLive }) => ({
        id,
        licenceId,
        title,
        state: state === 'held' ? ('held' as const) : ('invited' as const),
        isLive,
      })),
    };
  });
  return { items, total: found.total, page, pageSize: PAGE_SIZE };
}

const COLUMNS = ['Licence', 'Order', 'Seat', 'State', 'Name', 'E-mail', 'Since'];

export async function exportSeats(ctx: AppContext, viewer: Viewer): Promise<Download> {
  const rows = await listSeatsToExport(ctx.db, { userId: viewer.id, limit: ROWS_IN_FILE });
  const lines: (string | number)[][] = [];
  let licence = 0;
  for (const row of rows) {
    const { title, number, position, state, name, email, isLive } = row;
    // The first seat of each licence is the buyer's own and not in the table.
    if (row.licenceId !== licence) {
      lines.push([title, number, 1, stateIn(isLive, 'In use'), fullNameOf(viewer), viewer.email, '']);
      licence = row.licenceId;
    }
    const since = (row.heldAt ?? row.invitedAt)?.toISOString().slice(0, 10) ?? '';
    const label = stateIn(isLive, SEAT_STATE_LABELS[state]);
    lines.push([title, number, position, label, name ?? '', email ?? '', since]);
  }
  const csv = stringify([COLUMNS, ...lines], {
    // The byte order mark tells Excel this is UTF-8; cells that look like formulas are escaped.
    bom: true,
    escape_formulas: true,
  });
  return { content: oneOf(csv), fileName: `seats-${ctx.clock.now().toISOString().slice(0, 10)}.csv` };
}

const stateIn = (isLive: boolean, label: string) => (isLive ? label : 'Refunded');

async function* oneOf(text: string): AsyncGenerator<string> {
  yield text;
}
