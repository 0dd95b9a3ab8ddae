// The picture across the top of a shop: drawn, or the seller's own. Saved by itself as soon as it has arrived.
import { OwnPicture, type PictureUploads } from '#app/components/staff/own-picture.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import { useSetOwnBanner } from './own-seller.api.ts';

export function SellerBannerField({ store, uploads }: { store: OwnSeller; uploads: PictureUploads }) {
  const { mutateAsync, isPending, error } = useSetOwnBanner();
  const set = (uploadId: string | null) =>
    mutateAsync(uploadId).then(
      () => toast({ title: uploadId ? 'Your banner is in your shop' : 'The drawn banner is back' }),
      // Said below the picture.
      () => undefined,
    );
  return (
    <div className="grid gap-3">
      <img
        className="aspect-[32/9] w-full rounded-paper object-cover"
        src={store.bannerUrl ?? coverUrl(coverSubjectOf.seller(store.id), 'band', 1280)}
        alt={store.bannerUrl ? 'Your banner' : 'The banner drawn for your shop'}
      />
      {error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(error)}
        </Notice>
      )}
      <OwnPicture
        uploads={uploads}
        label="Banner picture"
        advice="a wide one looks best"
        isOwn={store.bannerUrl !== null}
        isLocked={store.state === 'suspended'}
        isBusy={isPending}
        onChoose={set}
      />
    </div>
  );
}
