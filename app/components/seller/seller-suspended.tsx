// Tells suspended sellers what it means, why, and whom to email, before anything they try is refused.
import { useQuery } from '@tanstack/react-query';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { useRootData } from '#app/lib/root-data.ts';
import { getOwnSellerQuery } from '#app/lib/own-seller.api.ts';

/** Null while it is open, or not known yet. */
export function useSellerSuspension(): OwnSeller | null {
  const { data: seller } = useQuery(getOwnSellerQuery());
  return seller?.state === 'suspended' ? seller : null;
}

export function SellerSuspended({ seller: { suspendedReason } }: { seller: OwnSeller }) {
  const { supportEmail } = useRootData();
  return (
    <Notice tone="bad" className="mt-6 max-w-measure">
      <p>
        <strong className="font-semibold">Your store is suspended.</strong> Your items are off sale, and you
        can’t add or publish anything until our staff restore it. Buyers keep what they bought.
      </p>
      {suspendedReason && (
        <p className="mt-2 wrap-anywhere whitespace-pre-line">The reason: “{suspendedReason}”</p>
      )}
      {supportEmail && (
        <p className="mt-2">
          Questions, or think this is a mistake? Email{' '}
          <a className="link" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </p>
      )}
    </Notice>
  );
}
