// Tables, running orders, the eight-count and charts. All numbers are samples.
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { BulkBar } from '#app/components/ui/bulk-bar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ChartFrame, ChartKey } from '#app/components/ui/chart-frame.tsx';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { Group, Part, Row } from './part.tsx';
import { rows, sales, type SampleRow } from './sample-data.ts';

const here = '/debug/ui';

const columns: TableColumn<SampleRow>[] = [
  {
    key: 'title',
    header: 'Resource',
    card: 'title',
    sortTo: `${here}?sort=title`,
    cell: (row) => (
      <>
        <strong className="font-semibold">{row.title}</strong>
        <span className="small block">{row.seller}</span>
      </>
    ),
  },
  { key: 'style', header: 'Style', card: 'line', cell: (row) => row.style },
  { key: 'state', header: 'State', card: 'state', cell: (row) => <Badge tone={row.tone}>{row.state}</Badge> },
  { key: 'price', header: 'Price', card: 'figure', align: 'right', cell: (row) => row.price },
  {
    key: 'sold',
    header: 'Sold',
    card: 'hide',
    align: 'right',
    sortTo: `${here}?sort=-sold`,
    sorted: 'descending',
    cell: (row) => row.sold,
  },
  {
    key: 'more',
    header: 'Actions',
    isHeaderHidden: true,
    card: 'menu',
    cell: (row) => (
      <IconButton label={`More for ${row.title}`} icon={<Ellipsis size={18} aria-hidden="true" />} />
    ),
  },
];

const dollars = (value: number) => `$${value}`;

export function DataSection() {
  return (
    <Group title="Figures">
      <TablePart />
      <Part title="Running order">
        <RunningOrder label="Order Summary">
          <OrderLine figure="$66.00">Subtotal</OrderLine>
          <OrderLine figure="−$6.60">AUTUMN10</OrderLine>
          <OrderLine figure="$0.00">
            Tax, which here has a name so long that it takes two lines on a phone
          </OrderLine>
          <OrderLine isTotal figure="$59.40">
            Total
          </OrderLine>
        </RunningOrder>
      </Part>
      <EightPart />
      <ChartPart />
    </Group>
  );
}

function TablePart() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['a']));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  return (
    <Part title="Table with selection" isWide>
      <Table
        caption="Sample resources"
        columns={columns}
        rows={rows}
        keyOf={(row) => row.id}
        selection={{
          isSelected: (row) => selected.has(row.id),
          onToggle: (row) => toggle(row.id),
          onToggleAll: () =>
            setSelected(new Set(selected.size === rows.length ? [] : rows.map((row) => row.id))),
          nameOf: (row) => row.title,
        }}
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button size="s" variant="primary">
          Publish
        </Button>
        <Button size="s" variant="quiet">
          Ask for changes
        </Button>
      </BulkBar>
    </Part>
  );
}

function EightPart() {
  return (
    <Part title="The eight-count">
      <div className="grid gap-4">
        <Row>
          <EightCount label="Lessons done" done={0} total={12} />
          <span className="meta">Just begun</span>
        </Row>
        <Row>
          <EightCount label="Lessons done" done={6} total={12} />
          <span className="meta">Half way</span>
        </Row>
        <Row>
          <EightCount label="Lessons done" done={12} total={12} />
          <span className="meta">Done</span>
        </Row>
        <EightCount label="Steps done" done={5} total={8} isWide />
      </div>
    </Part>
  );
}

function ChartPart() {
  return (
    <Part title="Chart (sample numbers)" isWide>
      <ChartFrame
        headingLevel={3}
        title="Sample sales, twelve weeks"
        sentence="Sample numbers: sales rose from $210 to $468; the best week was 9 November with $512."
        keys={
          <>
            <ChartKey series={1}>This year</ChartKey>
            <ChartKey series="last-year">Last year</ChartKey>
          </>
        }
        table={{
          columns: ['Week', 'This year', 'Last year'],
          rows: sales.map((point) => [point.label, dollars(point.value), dollars(point.lastYear ?? 0)]),
        }}
      >
        <LineChart
          points={sales}
          formatValue={dollars}
          highlight={{ index: 10, note: '$512, best week yet' }}
        />
      </ChartFrame>
    </Part>
  );
}
