// Tells a suspended seller what it means for them, why, and whom to write to, before anything they try is refused.
import { useQuery } from '@tanstack/react-query';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { useRootData } from '#app/lib/root-data.ts';
import { getOwnSellerQuery } from '#app/lib/own-seller.api.ts';

/** Null while it is open, or not known yet. */
export function useSellerSuspension(): OwnSeller | null {
  const { data: store } = useQuery(getOwnSellerQuery());
  return store?.state === 'suspended' ? store : null;
}

export function SellerSuspended({ shop: { suspendedReason } }: { shop: OwnSeller }) {
  const { supportEmail } = useRootData();
  return (
    <Notice tone="bad" className="mt-6 max-w-measure">
      <p>
        <strong className="font-semibold">Your shop is suspended.</strong> Nothing of yours is on sale, and
        until it is restored nothing can be added, sent for review or put back on sale. Whoever bought from
        you keeps what they have.
      </p>
      {suspendedReason && (
        <p className="mt-2 wrap-anywhere whitespace-pre-line">Our officers wrote: “{suspendedReason}”</p>
      )}
      {supportEmail && (
        <p className="mt-2">
          To ask about it, or if you think it is a mistake, write to{' '}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </p>
      )}
    </Notice>
  );
}
