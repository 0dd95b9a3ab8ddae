// The panel next to the bundle form: preview, discount, state and actions.

import { useWatch, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import {
  apartCents,
  savingOf,
  bundleChanges,
  type BundleTransition,
} from '#shared/features/bundle/bundle.rules.ts';
import type { BundleForm, OwnBundle, BundleFields } from '#shared/features/bundle/bundle.schema.ts';
import { decimalToCents, formatCents } from '#shared/money.ts';
import { parseTypedMoney } from '#shared/typed-money.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { BundleStack } from './bundle-card.tsx';
import { BundleStateBadge } from './bundle-state-badge.tsx';
import { useState } from 'react';
import { ChangeList } from '#app/components/staff/change-list.tsx';
import { toast } from '#app/components/ui/toast-store.ts';

type BundleSideProps = {
  bundle: OwnBundle | null;
  form: BundleFormState;
  busy: BundleAction | null;
  onAction: (act: BundleAction) => Promise<void>;
  onRemove: () => Promise<void>;
};

export function BundleSide(props: BundleSideProps) {
  const { bundle, form } = props;
  const [items, price] = useWatch({ control: form.control, name: ['items', 'price'] });
  return (
    <aside className="grid gap-5 md:sticky md:top-6" aria-label="This bundle">
      {bundle && (
        <p className="flex flex-wrap items-center gap-3">
          <BundleStateBadge {...bundle} />
          <Link className="link" to={`/bundles/${bundle.id}`}>
            {bundle.state === 'published' ? 'View page' : 'Preview page'}
          </Link>
        </p>
      )}
      {items.length > 0 && (
        <div className="w-36">
          <BundleStack covers={items.slice(0, 3)} sizes="8rem" />
        </div>
      )}
      <PriceComparison
        price={price}
        items={items.map((item) => ({ priceCents: decimalToCents(item.price) }))}
      />
      {bundle?.state === 'published' && bundle.problems.length > 0 && <Problems bundle={bundle} />}
      <BundleActions {...props} />
    </aside>
  );
}

function PriceComparison({ price, items }: { price: string; items: readonly { priceCents: number }[] }) {
  const apart = apartCents(items);
  const amount = parseTypedMoney(price);
  const cents = amount === null ? null : decimalToCents(amount);
  const saving = cents === null || cents <= 0 ? null : savingOf(cents, apart);
  return (
    <RunningOrder label="What it costs">
      <OrderLine figure={formatCents(apart)}>Separately</OrderLine>
      <OrderLine figure={cents === null ? '–' : formatCents(cents)}>Together</OrderLine>
      <OrderLine figure={saving && saving.cents > 0 ? formatCents(saving.cents) : '–'} isTotal>
        <span aria-live="polite">
          {saving && saving.cents > 0 ? `Saves ${saving.percent}%` : 'No discount yet'}
        </span>
      </OrderLine>
    </RunningOrder>
  );
}

function Problems({ bundle }: { bundle: OwnBundle }) {
  return (
    <Notice tone="warn">
      <p className="font-semibold">This bundle is on sale, but nobody can buy it right now.</p>
      <ul className="mt-1 grid gap-1">
        {bundle.problems.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}

function BundleActions({ bundle, form, busy, onAction, onRemove }: BundleSideProps) {
  const isOnSale = bundle?.state === 'published';
  return (
    <div className="grid gap-3">
      {isOnSale ? (
        <PublishBundle
          bundle={bundle}
          form={form}
          isBusy={busy === 'save'}
          onPublish={() => onAction('save')}
        />
      ) : (
        <>
          <Button variant="primary" isBusy={busy === 'publish'} onClick={() => void onAction('publish')}>
            {bundle?.state === 'archived' ? 'Put back on sale' : 'Put on sale'}
          </Button>
          <Button type="submit" isBusy={busy === 'save'} onClick={() => void onAction('save')}>
            {bundle?.state === 'archived' ? 'Save changes' : 'Save draft'}
          </Button>
        </>
      )}
      {isOnSale && (
        <ConfirmDialog
          trigger={<Button variant="danger">Take off sale</Button>}
          title={`Take “${bundle.title}” off sale?`}
          description="New buyers can’t get it anymore. Existing buyers keep what was in it, and you can put it back on sale."
          confirmLabel="Take off sale"
          onConfirm={() => onAction('archive')}
        />
      )}
      {bundle?.state === 'draft' && (
        <ConfirmDialog
          trigger={<Button variant="danger">Delete draft</Button>}
          title={`Delete “${bundle.title}”?`}
          description="The items in it stay as they are. You can’t undo this."
          confirmLabel="Delete draft"
          failure={failureTextOf}
          onConfirm={onRemove}
        />
      )}
    </div>
  );
}

type PublishBundleProps = {
  bundle: OwnBundle;
  form: BundleFormState;
  isBusy: boolean;
  onPublish: () => Promise<void>;
};

export function PublishBundle({ bundle, form, isBusy, onPublish }: PublishBundleProps) {
  const [isOpen, setOpen] = useState(false);
  const { isDirty } = form.formState;
  const changes = isOpen ? bundleChanges(bundle, form.getValues()) : [];
  const open = async () => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return;
    if (bundleChanges(bundle, form.getValues()).length > 0) setOpen(true);
    else toast({ title: 'Nothing to publish', description: 'There are no unpublished changes.' });
  };
  return (
    <>
      <Button variant="primary" type="submit" isBusy={isBusy} onClick={() => void open()}>
        Publish changes
      </Button>
      {isDirty && (
        <Button variant="quiet" onClick={() => discard(form)}>
          Discard changes
        </Button>
      )}
      <ConfirmDialog
        title="Publish these changes?"
        description="Buyers see them right away. Existing buyers keep what was in it."
        confirmLabel="Publish changes"
        cancelLabel="Keep editing"
        isDestructive={false}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onConfirm={onPublish}
      >
        <ChangeList label="Changes" changes={changes} />
      </ConfirmDialog>
    </>
  );
}

const FIELDS = ['title', 'description', 'items', 'price'] as const;

/** No confirmation: the toast offers an undo. */
function discard(form: BundleFormState): void {
  const typed = form.getValues();
  form.reset();
  const undo = () => {
    for (const name of FIELDS) form.setValue(name, typed[name], { shouldDirty: true });
  };
  toast({
    title: 'Changes discarded',
    description: 'The form shows the published version.',
    action: { label: 'Undo', onPress: undo },
  });
}

export type BundleFormState = UseFormReturn<BundleForm, unknown, BundleFields>;

export type BundleAction = 'save' | BundleTransition;
