// Tables, running orders, the eight-count, charts, posters and avatars, with sample data.
import Ellipsis from 'icon:ellipsis';
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
import { rows, sales, type SampleRow, brokenImage, covers, longWord } from './sample-data.ts';
import { initialsAvatar } from '#shared/avatar.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { PosterCard } from '#app/components/ui/poster-card.tsx';
import { ScrollArea } from '#app/components/ui/scroll-area.tsx';

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
        sentence="Sample numbers: sales rose from $210 to $468; the best week was November 9 with $512."
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

export function ContentSection() {
  return (
    <Group title="Pictures and avatars">
      <Part title="Posters: complete, free, long title, missing picture" isWide>
        <div className="grid grid-cols-2 gap-gap md:grid-cols-4">
          <PosterCard
            to={here}
            title="Groove foundations for mixed levels"
            cover={{ src: covers.hipHop }}
            tag="Video"
            who="Tobias Renner"
            price="$18.00"
            rating={{ value: '4.8', count: 41 }}
          />
          <PosterCard
            to={here}
            title="Circle dances 💃🏽"
            cover={{ src: covers.folk }}
            tag="Document"
            who="Zofia Lindqvist"
            price="Free"
            rating={{ value: '5.0', count: 1 }}
          />
          <PosterCard
            to={here}
            title={`${longWord}: a title that goes on for longer than anyone would like`}
            cover={{ src: covers.modern }}
            who="Ruth Amsel"
            price="$1,021.00"
          />
          <PosterCard to={here} title="The picture is missing" cover={{ src: brokenImage }} price="$9.00" />
        </div>
      </Part>
      <Part title="Avatars: image, fallback, initials; sizes">
        <Row>
          <Avatar sources={[covers.folk]} name="Zofia Lindqvist" size="s" />
          <Avatar sources={[brokenImage, covers.modern]} name="Ruth Amsel" />
          <Avatar sources={[brokenImage, initialsAvatar('Ruth Amsel')]} name="Ruth Amsel" />
          <Avatar sources={[]} name="Tobias Renner" size="l" alt="Tobias Renner" />
          <Avatar sources={[covers.hipHop]} name="Inés Valdivia" size="xl" alt="Inés Valdivia" />
        </Row>
      </Part>
      <Part title="A scroll area, and an image that loads 200 px ahead">
        <div className="grid grid-cols-2 gap-5">
          <ScrollArea label="Sample list" className="h-75">
            <ul className="pr-4">
              {Array.from({ length: 24 }, (_, at) => (
                <li key={at} className="border-b border-rule py-2">
                  Line {at + 1}
                </li>
              ))}
            </ul>
          </ScrollArea>
          <LazyImage
            src={covers.modern}
            alt="A sample cover"
            width={640}
            height={800}
            className="h-75 w-full object-cover"
          />
        </div>
      </Part>
    </Group>
  );
}
