// A picture of one's own in place of the drawn one: chosen, sent, looked at, and then taken over by itself.
import { useEffect, useRef } from 'react';
import { maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';

/** What of sending files is needed here; the page gives it. */
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
  /** After the kinds and the size: “upright looks best”. */
  advice: string;
  /** One of their own is shown now. */
  isOwn: boolean;
  /** Nothing can be changed. */
  isLocked?: boolean;
  isBusy?: boolean;
  /** Null: back to the drawn one. */
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
            Back to the drawn one
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
        {problem ?? 'The picture could not be sent.'}{' '}
        {state === 'failed' && (
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        )}
      </Notice>
    );
  }
  const isThere = state === 'checking' || state === 'ready';
  return (
    <Progress label={name} value={sent} max={bytes} detail={isThere ? 'Being looked at' : 'Being sent'} />
  );
}

/** Each once, whatever is drawn again meanwhile. */
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
