// Replaces a drawn picture with an uploaded one, once the server has checked it.
import { useEffect, useRef } from 'react';
import { maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';

/** The part of the upload hook it needs; passed in by the page. */
export type PictureUploads = {
  items: readonly PictureOnItsWay[];
  add: (files: File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  forget: (key: string) => void;
};

type PictureOnItsWay = {
  key: string;
  name: string;
  bytes: number;
  sent: number;
  state: string;
  uploadId: string | null;
  problem: string | null;
};

type OwnPictureProps = {
  uploads: PictureUploads;
  /** Names the field: “Cover picture”. */
  label: string;
  /** Added to the file hint: “portrait format looks best”. */
  advice: string;
  /** An uploaded picture is in use. */
  isOwn: boolean;
  /** Read-only. */
  isLocked?: boolean;
  isBusy?: boolean;
  /** Null restores the drawn picture. */
  onChoose: (uploadId: string | null) => Promise<unknown>;
};

export function OwnPicture({
  uploads,
  label,
  advice,
  isOwn,
  isLocked,
  isBusy = false,
  onChoose,
}: OwnPictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const item = uploads.items.at(-1);
  useTakenOver(uploads, onChoose);
  if (isLocked) return null;
  return (
    <>
      {item && <PictureState item={item} onRetry={() => uploads.retry(item.key)} />}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} onClick={() => input.current?.click()}>
          Use your own picture
        </Button>
        {isOwn && (
          <Button variant="quiet" onClick={() => void onChoose(null)}>
            Use the drawn one
          </Button>
        )}
      </div>
      <p className="small">
        JPEG, PNG or WebP, up to {maxMegabytesOf('cover')} MB; {advice}.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={(event) => {
          for (const { key } of uploads.items) uploads.remove(key);
          uploads.add(Array.from(event.target.files ?? []));
          event.target.value = '';
        }}
      />
    </>
  );
}

function PictureState({ item, onRetry }: { item: PictureOnItsWay; onRetry: () => void }) {
  const { state, name, sent, bytes, problem } = item;
  if (state === 'failed' || state === 'refused') {
    return (
      <Notice tone="bad" isAlert>
        {problem ?? 'The upload failed.'}{' '}
        {state === 'failed' && (
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        )}
      </Notice>
    );
  }
  const isThere = state === 'checking' || state === 'ready';
  return <Progress label={name} value={sent} max={bytes} detail={isThere ? 'Checking' : 'Uploading'} />;
}

/** Attaches each upload once, even if React renders again. */
function useTakenOver({ items, forget }: PictureUploads, onChoose: (uploadId: string) => Promise<unknown>) {
  const taken = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, state, uploadId } of items) {
      if (state !== 'ready' || !uploadId || taken.current.has(uploadId)) continue;
      taken.current.add(uploadId);
      void onChoose(uploadId).finally(() => forget(key));
    }
  }, [items, forget, onChoose]);
}
