// What runs, part by part: facts, health, queues, failed jobs.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { useRetryJob, type Deployment } from './staff.api.ts';

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="t-s border-b border-ink pb-3">{title}</h2>
      {children}
    </section>
  );
}

export function VersionFacts({ deployment }: { deployment: Deployment }) {
  const { version, buildDate, environment, node, startedAt, migrations } = deployment;
  return (
    <Part title="Version">
      <RunningOrder className="meta">
        <OrderLine figure={version}>Version</OrderLine>
        <OrderLine figure={formatMoment(buildDate)}>Built</OrderLine>
        <OrderLine figure={environment}>Environment</OrderLine>
        <OrderLine figure={node}>Node</OrderLine>
        <OrderLine figure={<When iso={startedAt} />}>This server started</OrderLine>
        <OrderLine figure={`${migrations.applied} of ${migrations.expected}`}>
          Database migrations
          {migrations.lastAppliedAt && (
            <span className="small block">
              the last one <When iso={migrations.lastAppliedAt} />
            </span>
          )}
        </OrderLine>
      </RunningOrder>
    </Part>
  );
}

export function Health({ deployment }: { deployment: Deployment }) {
  const { database, storage, mail } = deployment;
  return (
    <Part title="Health">
      <RunningOrder className="meta">
        <OrderLine figure={<HealthBadge isHealthy={database.isHealthy} />}>
          Database
          <span className="small block">
            {database.detail}, {formatBytes(database.bytes)}
          </span>
        </OrderLine>
        <OrderLine figure={<HealthBadge isHealthy={storage.isHealthy} />}>
          Files
          <span className="small block">{storage.detail}</span>
        </OrderLine>
        <OrderLine
          figure={mail.isSmtp ? <Badge tone="ok">Sending</Badge> : <Badge tone="warn">Outbox only</Badge>}
        >
          Mail
          <span className="small block">
            {mail.isSmtp
              ? `${mail.waiting} on the way`
              : `No mail server is set up, so mails stay in the outbox (${mail.waiting}).`}{' '}
            <Link className="link" to="/admin/mail">
              See mails
            </Link>
          </span>
        </OrderLine>
      </RunningOrder>
    </Part>
  );
}

function HealthBadge({ isHealthy }: { isHealthy: boolean }) {
  return isHealthy ? <Badge tone="ok">Well</Badge> : <Badge tone="bad">In trouble</Badge>;
}

type Queue = Deployment['queues'][number];

/** Broken after what it belongs to, where a line is too short for both. */
function QueueName({ name }: { name: string }) {
  const [part, ...work] = name.split('.');
  return (
    <strong className="font-semibold wrap-anywhere">
      {part}.<wbr />
      {work.join('.')}
    </strong>
  );
}

const QUEUE_COLUMNS: TableColumn<Queue>[] = [
  {
    key: 'name',
    header: 'Queue',
    card: 'title',
    cell: ({ name }) => <QueueName name={name} />,
  },
  {
    key: 'waiting',
    header: 'Waiting',
    align: 'right',
    // No column of its own: few queues plan ahead, and on a phone the names need the room.
    cell: ({ waiting, planned }) => (
      <>
        {waiting}
        {planned > 0 && <span className="small block whitespace-nowrap">{planned} for later</span>}
      </>
    ),
  },
  { key: 'active', header: 'Running', align: 'right', cell: ({ active }) => active },
  {
    key: 'failed',
    header: 'Failed',
    align: 'right',
    cell: ({ failed }) => (failed > 0 ? <strong className="text-garnet">{failed}</strong> : failed),
  },
];

export function Queues({ queues }: { queues: readonly Queue[] }) {
  return (
    <section aria-labelledby="queues">
      <h2 id="queues" className="t-s">
        Work in the background
      </h2>
      <Table
        isFlush
        isNarrow
        caption="Job queues"
        columns={QUEUE_COLUMNS}
        rows={queues}
        keyOf={({ name }) => name}
      />
    </section>
  );
}

export function FailedJobs({ jobs }: { jobs: Deployment['failedJobs'] }) {
  return (
    <Part title="Failed jobs">
      {jobs.length === 0 ? (
        <p className="meta py-4">None. Whatever was to be done in the background was done.</p>
      ) : (
        <ul aria-label="Failed jobs">
          {jobs.map((job) => (
            <FailedJob key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function FailedJob({ job }: { job: Deployment['failedJobs'][number] }) {
  const retry = useRetryJob();
  // Awaited, not told by callback: the job has left the list, and its callbacks with it, before this is over.
  const run = async () => {
    try {
      await retry.mutateAsync(job.id);
      toast({ title: 'The job is queued again', description: job.name });
    } catch (error) {
      toast({ title: 'The job was not run', description: failureTextOf(error), variant: 'destructive' });
    }
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 border-b border-rule py-3.5 text-sm leading-ui">
      <div className="min-w-0">
        <strong className="font-semibold wrap-anywhere">{job.name}</strong>
        <p className="mt-1 wrap-anywhere text-ink-2">{job.error}</p>
        <p className="small mt-1">
          <When iso={job.failedAt} />, after {job.attempts === 1 ? '1 try' : `${job.attempts} tries`}
        </p>
      </div>
      <Button size="s" isBusy={retry.isPending} onClick={() => void run()}>
        Run again
        <span className="sr-only">: {job.name}</span>
      </Button>
    </li>
  );
}
