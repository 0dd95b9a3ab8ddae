// The list of uploads with their actions.
import Pause from 'icon:pause';
import Play from 'icon:play';
import RotateCcw from 'icon:rotate-ccw';
import X from 'icon:x';
import type { ReactNode } from 'react';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Progress } from '#app/components/ui/progress.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import type { UploadItem } from './upload-item.ts';
import type { Uploads } from './use-uploads.ts';
import './upload.css';

type UploadListProps = {
  uploads: Uploads;
  /** Names the list: “Files being added”. */
  label: string;
  /** Extra content per file, such as the fields of its resource. */
  children?: (item: UploadItem) => ReactNode;
};

export function UploadList({ uploads, label, children }: UploadListProps) {
  const { items } = uploads;
  return (
    <>
      {items.length > 0 && (
        <ul className="upload-list" aria-label={label}>
          {items.map((item) => (
            <li key={item.key} className="upload-item">
              <UploadLine item={item} uploads={uploads} />
              {children?.(item)}
            </li>
          ))}
        </ul>
      )}
      {/* A summary, not every kilobyte. Rendered before the first file so that it is announced. */}
      <p role="status" className="sr-only">
        {items.length > 0 && summaryOf(items)}
      </p>
    </>
  );
}

function UploadLine({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { key, name, bytes, sent, state, problem } = item;
  const isMoving = state === 'waiting' || state === 'sending' || state === 'paused' || state === 'failed';
  return (
    <div className="upload-line">
      <div className="upload-body">
        {isMoving ? (
          <Progress label={name} value={sent} max={bytes} detail={detailOf(item)} />
        ) : (
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <strong className="min-w-0 wrap-anywhere">{name}</strong>
            <span className="meta num">{detailOf(item)}</span>
          </div>
        )}
        {problem && <p className={state === 'paused' ? 'meta' : 'upload-problem small'}>{problem}</p>}
      </div>
      <div className="upload-tools">
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            label={`Pause ${name}`}
            icon={<Pause className="icon" />}
            onClick={() => uploads.pause(key)}
          />
        )}
        {state === 'paused' && (
          <IconButton
            label={`Resume ${name}`}
            icon={<Play className="icon" />}
            onClick={() => uploads.resume(key)}
          />
        )}
        {state === 'failed' && (
          <IconButton
            label={`Retry ${name}`}
            icon={<RotateCcw className="icon" />}
            onClick={() => uploads.retry(key)}
          />
        )}
        <IconButton
          label={`Remove ${name}`}
          icon={<X className="icon" />}
          onClick={() => uploads.remove(key)}
        />
      </div>
    </div>
  );
}

const WORDS: Record<UploadItem['state'], string> = {
  waiting: 'Waiting',
  sending: '',
  paused: 'Paused',
  failed: 'Stopped',
  checking: 'Checking',
  ready: 'Ready',
  refused: 'Rejected',
};

function detailOf({ state, sent, bytes }: UploadItem): string {
  if (state === 'sending') return `${formatBytes(sent)} of ${formatBytes(bytes)}`;
  if (state === 'refused') return WORDS[state];
  return `${WORDS[state]}, ${formatBytes(bytes)}`;
}

function summaryOf(items: readonly UploadItem[]): string {
  const count = (...states: UploadItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('ready'), 'ready'],
    [count('checking'), 'checking'],
    [count('sending', 'waiting'), 'uploading'],
    [count('paused'), 'paused'],
    [count('failed', 'refused'), 'with problems'],
  ] as const;
  return `Files: ${parts
    .filter(([number]) => number > 0)
    .map(([number, label]) => `${number} ${label}`)
    .join(', ')}.`;
}
