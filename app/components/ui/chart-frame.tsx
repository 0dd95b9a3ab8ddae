// The frame of a chart: title, one-sentence summary, and the numbers as a table.
import ChevronDown from 'icon:chevron-down';
import { useId, type ReactNode } from 'react';

type ChartFrameProps = {
  title: ReactNode;
  /** The one idea: “Weekly sales rose from $210 to $468; the best week was November 9.” */
  sentence: string;
  /** Direct labels for the lines: ChartKey. */
  keys?: ReactNode;
  table: { columns: readonly string[]; rows: readonly (readonly (string | number)[])[] };
  headingLevel?: 2 | 3;
  children: ReactNode;
};

export function ChartFrame({ title, sentence, keys, table, headingLevel = 2, children }: ChartFrameProps) {
  const Heading = `h${headingLevel}` as const;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <Heading id={titleId} className="t-s">
          {title}
        </Heading>
        {keys && <div className="flex flex-wrap gap-5">{keys}</div>}
      </div>
      <p className="meta mt-1.5 mb-4">{sentence}</p>
      {/* Hidden from screen readers: the summary and the table have the same information. */}
      <div aria-hidden="true">{children}</div>
      <details className="disclose">
        <summary>
          Show numbers <ChevronDown className="icon" aria-hidden="true" />
        </summary>
        <NumbersTable titleId={titleId} table={table} />
      </details>
    </section>
  );
}

function NumbersTable({ titleId, table }: { titleId: string; table: ChartFrameProps['table'] }) {
  return (
    <table className="table table-flush" aria-labelledby={titleId}>
      <thead>
        <tr>
          {table.columns.map((column, at) => (
            <th key={column} scope="col" data-align={at === 0 ? undefined : 'right'}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={String(row[0])}>
            {row.map((cell, at) => (
              <td key={table.columns[at]} data-align={at === 0 ? undefined : 'right'}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A line's name with a piece of the line. */
export function ChartKey({
  series,
  children,
}: {
  series: 1 | 2 | 3 | 4 | 5 | 'last-year';
  children: ReactNode;
}) {
  const isDotted = series === 'last-year';
  return (
    <span className="chart-key">
      <svg width="18" height="4" viewBox="0 0 18 4" aria-hidden="true">
        <path
          d="M2 2H16"
          stroke={isDotted ? 'var(--edge)' : `var(--chart-${series})`}
          strokeWidth={isDotted ? 1.5 : 3}
          strokeDasharray={isDotted ? '2 4' : undefined}
          strokeLinecap="round"
        />
      </svg>
      {children}
    </span>
  );
}
