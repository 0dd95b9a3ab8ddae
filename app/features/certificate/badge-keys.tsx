// The key that signs badges, with a way to replace it. Part of the deployment page.
import { useQuery } from '@tanstack/react-query';
import { When } from '#app/components/staff/when.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { type BadgeKeys, listBadgeKeysQuery, useRotateBadgeKey } from './badge.api.ts';

export function BadgeKeyDetails() {
  const query = useQuery(listBadgeKeysQuery());
  return (
    <section aria-labelledby="badge-keys">
      <h2 id="badge-keys" className="t-s border-b border-ink pb-3">
        Badges
      </h2>
      <QueryView query={query} what="the badge keys" skeleton={<ListSkeleton label="Loading" />}>
        {(keys) => <Keys keys={keys} />}
      </QueryView>
    </section>
  );
}

function Keys({ keys: { issuer, current, retired } }: { keys: BadgeKeys }) {
  const rotate = useRotateBadgeKey();
  const replace = async () => {
    await rotate.mutateAsync({ body: { current: current?.id ?? null } });
    toast({ title: 'Signing key replaced' });
  };
  return (
    <>
      <RunningOrder className="meta">
        <OrderLine figure={<span className="wrap-anywhere">{issuer}</span>}>Issuer</OrderLine>
        <OrderLine figure={current ? <When iso={current.createdAt} /> : 'Not yet'}>
          Signing key created
          {current && <span className="small block wrap-anywhere">{current.id}</span>}
        </OrderLine>
        <OrderLine figure={retired.length}>Earlier keys, still published</OrderLine>
      </RunningOrder>
      {current && (
        <ConfirmDialog
          title="Replace the key that signs badges?"
          description="New badges are signed with a new key. Badges people already have stay valid. You can’t go back to the old key."
          confirmLabel="Replace key"
          trigger={<Button className="mt-4">Replace key…</Button>}
          onConfirm={replace}
          failure={failureTextOf}
        />
      )}
    </>
  );
}
