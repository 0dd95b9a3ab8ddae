// Writes a spreadsheet of the demo school, with highlighted headings and fitting column widths.
import writeExcelFile from 'write-excel-file/node';
import type { SheetPlan } from './seed-file.ts';

const HEAD = { fontWeight: 'bold', backgroundColor: '#F1DBD3', color: '#2B2130', wrap: true } as const;
const WIDEST = 42;
/** January 1, 1980, midnight: the earliest date a zip archive can store. */
const DOS_DATE = 0x21;

export async function writeSheet({ columns, rows }: SheetPlan): Promise<Buffer> {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? { value, type: Number }
      : { value, type: String, wrap: true, alignVertical: 'top' as const };
  const file = writeExcelFile(
    [columns.map((value) => ({ value, ...HEAD })), ...rows.map((row) => row.map(cell))],
    {
      sheet: 'Sheet',
      stickyRowsCount: 1,
      columns: columns.map((name, at) => ({
        width: Math.min(
          WIDEST,
          Math.max(name.length, ...rows.map((row) => String(row[at] ?? '').length)) + 3,
        ),
      })),
    },
  );
  return withoutDates(await file.toBuffer());
}

/** The library writes the current time into each part; without it, the same plan gives the same file. */
function withoutDates(archive: Buffer): Buffer {
  const end = archive.lastIndexOf('PK\x05\x06');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const partAt = archive.readUInt32LE(at + 42);
    archive.writeUInt32LE(DOS_DATE << 16, partAt + 10);
    archive.writeUInt32LE(DOS_DATE << 16, at + 12);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return archive;
}
