// The picture across the top of a shop: drawn, or the seller's own. Saved by itself as soon as it has arrived.
import { useEffect, useRef } from 'react';
import { coverUrl } from '#shared/features/cover/cover.rules.ts';
import { coverSubjectOf } from '#shared/features/resource/resource.rules.ts';
import type { OwnStore } from '#shared/features/seller/own-store.contract.ts';
import { MAX_PICTURE_BYTES } from '#shared/features/upload/upload.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { useSetBanner } from './own-store.api.ts';

/** What of sending files is needed here; the page gives it. */
export type BannerUploads = {
  items: readonly {
    key: string;
    name: string;
    bytes: number;
    sent: number;
    state: string;
    uploadId: string | null;
    problem: string | null;
  }[];
  add(files: File[]): void;
  retry(key: string): void;
  remove(key: string): void;
  forget(key: string): void;
};

export function SellerBannerField({ store, uploads }: { store: OwnStore; uploads: BannerUploads }) {
  const input = useRef<HTMLInputElement>(null);
  const banner = useSetBanner();
  const item = uploads.items.at(-1);
  const set = (uploadId: string | null) =>
    banner.mutate(uploadId, {
      onSuccess: () =>
        toast({ title: uploadId ? 'Your banner is in your shop' : 'The drawn banner is back' }),
    });
  useTakenOver(uploads, set);
  return (
    <div className="grid gap-3">
      <img
        className="aspect-[32/9] w-full rounded-[3px] object-cover"
        src={store.bannerUrl ?? coverUrl(coverSubjectOf.seller(store.id), 'band', 1280)}
        alt={store.bannerUrl ? 'Your banner' : 'The banner drawn for your shop'}
      />
      {item && item.state !== 'ready' && <BannerState item={item} onRetry={() => uploads.retry(item.key)} />}
      {banner.error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(banner.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={banner.isPending} onClick={() => input.current?.click()}>
          Use your own picture
        </Button>
        {store.bannerUrl && (
          <Button variant="quiet" onClick={() => set(null)}>
            Back to the drawn one
          </Button>
        )}
      </div>
      <p className="small">
        JPEG, PNG or WebP, up to {formatBytes(MAX_PICTURE_BYTES)}; a wide one looks best.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Banner picture"
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={(event) => {
          for (const { key } of uploads.items) uploads.remove(key);
          uploads.add(Array.from(event.target.files ?? []));
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Once it is checked it becomes the banner, by itself. */
function useTakenOver(uploads: BannerUploads, onReady: (uploadId: string) => void): void {
  const ready = uploads.items.find(({ state, uploadId }) => state === 'ready' && uploadId !== null);
  const key = ready?.key;
  useEffect(() => {
    if (!ready?.uploadId) return;
    onReady(ready.uploadId);
    uploads.forget(ready.key);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each file that is ready, whatever is drawn again
  }, [key]);
}

type BannerStateProps = { item: BannerUploads['items'][number]; onRetry: () => void };

function BannerState({ item, onRetry }: BannerStateProps) {
  if (item.state === 'failed' || item.state === 'refused') {
    return (
      <Notice tone="bad" isAlert>
        {item.problem ?? 'The picture could not be sent.'}{' '}
        {item.state === 'failed' && (
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        )}
      </Notice>
    );
  }
  const detail = item.state === 'checking' ? 'Being looked at' : 'Being sent';
  return <Progress label={item.name} value={item.sent} max={item.bytes} detail={detail} />;
}
