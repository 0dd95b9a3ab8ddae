// The ledger of credit hours: what was done, the evidence for it, and whether it counts.
import './credit.css';
import Paperclip from 'icon:paperclip';
import Plus from 'icon:plus';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCalendarDay } from '#shared/dates.ts';
import {
  canDeleteCredit,
  CREDIT_STATE_LABELS,
  formatHoursColumn,
  type CreditState,
} from '#shared/features/credit/credit.rules.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { creditFileUrl, useDeleteCreditHours, type CreditFile, type CreditHours } from './credit.api.ts';

type CreditLedgerProps = {
  credits: readonly CreditHours[];
  siteName: string;
  total: number;
  /** “Counted so far”, or since a day. */
  totalLabel: string;
  /** From when hours count, and what happens to outside evidence. */
  help: ReactNode;
  /** The form in the dialog; with hours, it corrects those. */
  form: (close: () => void, credit?: CreditHours) => ReactNode;
};

export function CreditLedger({ credits, siteName, total, totalLabel, help, form }: CreditLedgerProps) {
  return (
    <section aria-labelledby="credit-hours">
      <div className="opens">
        <h2 id="credit-hours" className="t-m">
          Credit hours
        </h2>
        {credits.length > 0 && <AddHours form={form} />}
      </div>
      {credits.length === 0 ? (
        <EmptyState
          className="mt-8"
          title="No hours yet"
          headingLevel={3}
          action={<AddHours form={form} isPrimary />}
        >
          Certificates you earn here add their hours by themselves. What you learn elsewhere counts too, once
          someone has read the evidence.
        </EmptyState>
      ) : (
        <>
          <Table
            caption="Credit hours"
            className="ledger"
            isFlush
            columns={columns({ siteName, form })}
            rows={credits}
            keyOf={({ id }) => String(id)}
          />
          <p className="ledger-total">
            <span>{totalLabel}</span>
            <strong className="num">{formatHoursColumn(total)}</strong>
          </p>
          <p className="help mt-3 max-w-measure">{help}</p>
        </>
      )}
    </section>
  );
}

type AddHoursProps = { form: CreditLedgerProps['form']; isPrimary?: boolean; isFull?: boolean };

export function AddHours({ form, isPrimary, isFull }: AddHoursProps) {
  return (
    <FormDialog
      title="Add outside hours"
      description="A workshop, first aid, a conference: anything you learned elsewhere. A person reads it."
      trigger={
        <Button
          variant={isPrimary ? 'primary' : 'second'}
          size={isPrimary ? 'm' : 's'}
          {...(isFull && { isFull })}
          icon={<Plus className="icon" aria-hidden="true" />}
        >
          Add outside hours
        </Button>
      }
      form={(close) => form(close)}
    />
  );
}

const TONES: Readonly<Record<CreditState, BadgeTone>> = {
  in_review: 'warn',
  counted: 'ok',
  returned: 'bad',
  declined: 'bad',
  withdrawn: 'plain',
};

export function CreditStateBadge({ state }: { state: CreditState }) {
  return <Badge tone={TONES[state]}>{CREDIT_STATE_LABELS[state]}</Badge>;
}

/** `Nov 14`, and with the year if it isn't this one. */
export function formatDoneOn(day: string): string {
  const year = day.slice(0, 4);
  const isThisYear = year === String(new Date().getFullYear());
  return isThisYear ? formatCalendarDay(day) : `${formatCalendarDay(day)}, ${year}`;
}

type Shown = Pick<CreditLedgerProps, 'siteName' | 'form'>;

const columns = (shown: Shown): TableColumn<CreditHours>[] => [
  {
    key: 'date',
    header: 'Date',
    card: 'text',
    cell: ({ doneOn }) => <span className="num whitespace-nowrap text-ink-2">{formatDoneOn(doneOn)}</span>,
  },
  {
    key: 'title',
    header: 'What you did',
    card: 'title',
    cell: (credit) => <WhatYouDid credit={credit} {...shown} />,
  },
  { key: 'evidence', header: 'Evidence', card: 'line', cell: (credit) => <Evidence credit={credit} /> },
  { key: 'state', header: 'State', card: 'state', cell: ({ state }) => <CreditStateBadge state={state} /> },
  {
    key: 'hours',
    header: 'Hours',
    card: 'figure',
    align: 'right',
    cell: ({ hours }) => <span className="font-semibold">{formatHoursColumn(hours)}</span>,
  },
];

function WhatYouDid({ credit, siteName, form }: Shown & { credit: CreditHours }) {
  const { source, title, provider, isSafePractice, state, decisionReason } = credit;
  return (
    <>
      <strong className="block font-semibold wrap-anywhere">{title}</strong>
      <span className="small block wrap-anywhere">
        {source === 'outside' ? `Outside, ${provider}` : siteName}
        {isSafePractice && ', safe practice'}
      </span>
      {decisionReason && (
        <span className="mt-1.5 block wrap-anywhere">
          {state === 'returned' ? 'What’s missing: ' : 'Why: '}
          {decisionReason}
        </span>
      )}
      {canDeleteCredit(credit) && (
        <span className="ledger-actions">
          {state === 'returned' && (
            <FormDialog
              title={`Send “${title}” in again`}
              description={decisionReason ?? undefined}
              trigger={<Button size="s">Add what’s missing</Button>}
              form={(close) => form(close, credit)}
            />
          )}
          <DeleteHours credit={credit} />
        </span>
      )}
    </>
  );
}

function DeleteHours({ credit: { id, title } }: { credit: CreditHours }) {
  const remove = useDeleteCreditHours();
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      description="The hours and the files you sent with them are deleted. You can add them again."
      confirmLabel="Delete"
      failure={failureTextOf}
      trigger={
        <button type="button" className="link" aria-label={`Delete ${title}`}>
          Delete
        </button>
      }
      onConfirm={async () => {
        await remove.mutateAsync(id);
        toast({ title: 'Hours deleted' });
      }}
    />
  );
}

function Evidence({ credit: { certificateId, files } }: { credit: CreditHours }) {
  if (certificateId === null) return <EvidenceFiles files={files} />;
  return (
    <Link className="link" to={`/certificates/${certificateId}`}>
      Certificate
    </Link>
  );
}

export function EvidenceFiles({ files }: { files: readonly (CreditFile & { note?: string })[] }) {
  return (
    <ul className="ledger-files">
      {files.map(({ id, name, note }) => (
        <li key={id}>
          <Paperclip className="icon" aria-hidden="true" />
          <span>
            <a className="link wrap-anywhere" href={creditFileUrl(id)} target="_blank" rel="noreferrer">
              {name}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
            {note && <span className="small block">{note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

type FormDialogProps = {
  title: string;
  description: string | undefined;
  trigger: ReactNode;
  form: (close: () => void) => ReactNode;
};

function FormDialog({ form, ...dialog }: FormDialogProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog {...dialog} isOpen={isOpen} onOpenChange={setOpen}>
      {form(() => setOpen(false))}
    </Dialog>
  );
}
