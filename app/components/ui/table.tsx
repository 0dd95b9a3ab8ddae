// Tables for staff: ink rule under the head, numbers right, sorting by links, rows become cards on a phone.
// Roles are written out because a table drawn as a grid of cards stops being one to screen readers.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see above */
import ArrowDown from 'icon:arrow-down';
import ArrowUp from 'icon:arrow-up';
import ArrowUpDown from 'icon:arrow-up-down';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#app/lib/cx.ts';
import { BareCheckbox } from './checkbox.tsx';

export type SortDirection = 'ascending' | 'descending';

export type TableColumn<Row> = {
  key: string;
  /** Plain text: on a phone it is shown before the value of a `line`. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** Where the column goes when a row is a card; `text` needs no name before it. */
  card?: 'title' | 'state' | 'figure' | 'line' | 'text' | 'menu' | 'hide';
  /** The address that sorts by this column (and turns the direction when it already does). */
  sortTo?: string;
  sorted?: SortDirection;
  isHeaderHidden?: boolean;
};

export type TableSelection<Row> = {
  isSelected: (row: Row) => boolean;
  onToggle: (row: Row) => void;
  onToggleAll: () => void;
  /** What the checkbox of a row is called: the row's title. */
  nameOf: (row: Row) => string;
};

type TableProps<Row> = {
  /** What the table holds; read aloud, not shown. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  selection?: TableSelection<Row>;
  /** No outer padding: for a table under a heading of its own. */
  isFlush?: boolean;
  /** Few and short columns: on a phone it stays a table. */
  isNarrow?: boolean;
  className?: string;
};

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  selection,
  isFlush,
  isNarrow,
  className,
}: TableProps<Row>) {
  return (
    <table
      role="table"
      className={cx('table', !isNarrow && 'table-cards', isFlush && 'table-flush', className)}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {selection && <SelectAllHeader rows={rows} selection={selection} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row" key={keyOf(row)} data-selected={selection?.isSelected(row) || undefined}>
            {selection && <SelectCell row={row} selection={selection} />}
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeaderCell<Row>({ column }: { column: TableColumn<Row> }) {
  const { header, sortTo, sorted, align, isHeaderHidden } = column;
  if (sortTo === undefined) {
    return (
      <th role="columnheader" scope="col" data-align={align}>
        {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
      </th>
    );
  }
  const Arrow = sorted ? { ascending: ArrowUp, descending: ArrowDown }[sorted] : ArrowUpDown;
  return (
    <th role="columnheader" scope="col" data-align={align} aria-sort={sorted ?? 'none'}>
      <Link className="sort" to={sortTo} preventScrollReset>
        {header}
        <Arrow className={cx('icon', !sorted && 'text-ink-3')} aria-hidden="true" />
      </Link>
    </th>
  );
}

function BodyCell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const card = column.card ?? 'line';
  return (
    <td
      role="cell"
      data-align={column.align}
      data-card={card}
      data-label={column.isHeaderHidden ? undefined : column.header}
    >
      {card === 'line' ? <div>{column.cell(row)}</div> : column.cell(row)}
    </td>
  );
}

type SelectAllProps<Row> = { rows: readonly Row[]; selection: TableSelection<Row> };

function SelectAllHeader<Row>({ rows, selection }: SelectAllProps<Row>) {
  const count = rows.filter(selection.isSelected).length;
  return (
    <th role="columnheader" scope="col" data-card="select">
      <BareCheckbox
        label="Select all on this page"
        checked={count > 0 && count === rows.length}
        isMixed={count > 0 && count < rows.length}
        onChange={selection.onToggleAll}
      />
    </th>
  );
}

function SelectCell<Row>({ row, selection }: { row: Row; selection: TableSelection<Row> }) {
  return (
    <td role="cell" data-card="select">
      <BareCheckbox
        label={`Select ${selection.nameOf(row)}`}
        checked={selection.isSelected(row)}
        onChange={() => selection.onToggle(row)}
      />
    </td>
  );
}
