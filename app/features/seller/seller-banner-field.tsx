// The banner of a seller page: drawn by us, or uploaded. Saved as soon as the upload is complete.
import { OwnPicture, type PictureUploads } from '#app/components/staff/own-picture.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import { useSetOwnBanner } from './own-seller.api.ts';

export function SellerBannerField({ seller, uploads }: { seller: OwnSeller; uploads: PictureUploads }) {
  const { mutateAsync, isPending, error } = useSetOwnBanner();
  const set = (uploadId: string | null) =>
    mutateAsync(uploadId).then(
      () => toast({ title: uploadId ? 'Banner updated' : 'Default banner restored' }),
      // Errors are shown below the picture.
      () => undefined,
    );
  return (
    <div className="grid gap-3">
      <img
        className="aspect-[32/9] w-full rounded-paper object-cover"
        src={seller.bannerUrl ?? coverUrl(coverSubjectOf.seller(seller.id), 'band', 1280)}
        alt={seller.bannerUrl ? 'Your banner' : 'The banner we drew for you'}
      />
      {error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(error)}
        </Notice>
      )}
      <OwnPicture
        uploads={uploads}
        label="Banner picture"
        advice="a wide image works best"
        isOwn={seller.bannerUrl !== null}
        isLocked={seller.state === 'suspended'}
        isBusy={isPending}
        onChoose={set}
      />
    </div>
  );
}
