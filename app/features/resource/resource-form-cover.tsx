// The cover: drawn for every resource, or the seller's own picture.
import { useEffect, useRef } from 'react';
import type { OwnResource } from '#shared/features/resource/author.contract.ts';
import { MAX_PICTURE_BYTES } from '#shared/features/upload/upload.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { FormPart } from './resource-form-part.tsx';
import type { Uploads } from './resource-form-uploads.ts';

type CoverPartProps = {
  resource: OwnResource | null;
  uploads: Uploads;
  isLocked: boolean;
  /** Null: the drawn one. */
  onChoose: (uploadId: string | null) => Promise<unknown>;
};

export function CoverPart({ resource, uploads, isLocked, onChoose }: CoverPartProps) {
  const input = useRef<HTMLInputElement>(null);
  const item = uploads.items.at(-1);
  useTakenOver(uploads, onChoose);
  return (
    <FormPart
      title="What does it look like?"
      intro="Every resource has a cover drawn for it. You can use your own picture instead."
    >
      <div className="draft-cover">
        {resource && (
          <img
            src={resource.imageUrl}
            alt={resource.coverUrl ? 'Your picture' : 'The cover drawn for it'}
            width={640}
            height={800}
          />
        )}
        <div className="grid content-start gap-3">
          {!resource && <p className="meta">It is drawn as soon as there is a draft.</p>}
          {item && <CoverState item={item} onRetry={() => uploads.retry(item.key)} />}
          {!isLocked && (
            <div className="flex flex-wrap gap-3">
              <Button onClick={() => input.current?.click()}>Use your own picture</Button>
              {resource?.coverUrl && (
                <Button variant="quiet" onClick={() => void onChoose(null)}>
                  Back to the drawn one
                </Button>
              )}
            </div>
          )}
          <p className="small">
            JPEG, PNG or WebP, up to {MAX_PICTURE_BYTES / 1024 / 1024} MB; upright looks best.
          </p>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Cover picture"
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(event) => {
              for (const { key } of uploads.items) uploads.remove(key);
              uploads.add(Array.from(event.target.files ?? []));
              event.target.value = '';
            }}
          />
        </div>
      </div>
    </FormPart>
  );
}

function CoverState({ item, onRetry }: { item: Uploads['items'][number]; onRetry: () => void }) {
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
  return <Progress label={item.name} value={item.sent} max={item.bytes} detail={stateText(item.state)} />;
}

const stateText = (state: string) =>
  state === 'checking' || state === 'ready' ? 'Being looked at' : 'Being sent';

function useTakenOver({ items, forget }: Uploads, onChoose: (uploadId: string) => Promise<unknown>): void {
  const taken = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, state, uploadId } of items) {
      if (state !== 'ready' || !uploadId || taken.current.has(uploadId)) continue;
      taken.current.add(uploadId);
      void onChoose(uploadId).then(() => forget(key));
    }
  }, [items, forget, onChoose]);
}
