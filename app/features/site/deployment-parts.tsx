// The parts of the deployment page: version, health, queues and failed jobs.
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

export function VersionDetails({ deployment }: { deployment: Deployment }) {
  const { version, buildDate, environment, node, startedAt, migrations } = deployment;
  return (
    <Part title="Version">
      <RunningOrder className="meta">
        <OrderLine figure={version}>Version</OrderLine>
        <OrderLine figure={formatMoment(buildDate)}>Built</OrderLine>
        <OrderLine figure={environment}>Environment</OrderLine>
        <OrderLine figure={node}>Node</OrderLine>
        <OrderLine figure={<When iso={startedAt} />}>Server started</OrderLine>
        <OrderLine figure={`${migrations.applied} of ${migrations.expected}`}>
          Database migrations
          {migrations.lastAppliedAt && (
            <span className="small block">
              last one <When iso={migrations.lastAppliedAt} />
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
              ? `${mail.waiting} waiting to be sent`
              : `No mail server is configured, so emails stay in the outbox (${mail.waiting}).`}{' '}
            <Link className="link" to="/admin/mail">
              View emails
            </Link>
          </span>
        </OrderLine>
      </RunningOrder>
    </Part>
  );
}

function HealthBadge({ isHealthy }: { isHealthy: boolean }) {
  return isHealthy ? <Badge tone="ok">Healthy</Badge> : <Badge tone="bad">Failing</Badge>;
}

type Queue = Deployment['queues'][number];

/** Allows a line break after the feature's name. */
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
    // Scheduled jobs have no column of their own: few queues have any, and phones are narrow.
    cell: ({ waiting, planned }) => (
      <>
        {waiting}
        {planned > 0 && <span className="small block whitespace-nowrap">{planned} scheduled</span>}
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
        Job queues
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
        <p className="meta py-4">No failed jobs.</p>
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
  // Awaited instead of callbacks: the job leaves the list, and its callbacks with it, before the request is done.
  const run = async () => {
    try {
      await retry.mutateAsync(job.id);
      toast({ title: 'Job queued again', description: job.name });
    } catch (error) {
      toast({ title: 'Couldn’t run the job', description: failureTextOf(error), variant: 'destructive' });
    }
  };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 border-b border-rule py-3.5 text-sm leading-ui">
      <div className="min-w-0">
        <strong className="font-semibold wrap-anywhere">{job.name}</strong>
        <p className="mt-1 wrap-anywhere text-ink-2">{job.error}</p>
        <p className="small mt-1">
          <When iso={job.failedAt} />, after {job.attempts === 1 ? '1 attempt' : `${job.attempts} attempts`}
        </p>
      </div>
      <Button size="s" isBusy={retry.isPending} onClick={() => void run()}>
        Run again
        <span className="sr-only">: {job.name}</span>
      </Button>
    </li>
  );
}
