// The files of something one has: all at once, or one by one.
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { ResourceDetail } from '#shared/features/resource/resource.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { useDownload } from '#app/lib/use-download.ts';
import { fileTitle } from '#app/lib/file-kind.ts';
import { filesText, type ResourceFile } from './resource-facts.ts';

type DownloadAllProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'isFull'> & {
  resource: ResourceDetail;
};

export function DownloadAll({ resource: { id, files }, ...look }: DownloadAllProps) {
  const download = useDownload(id);
  if (files.length === 0) return <p className="meta">Its files are not ready yet. Please look again soon.</p>;
  return (
    <Button
      icon={<Download className="icon" aria-hidden="true" />}
      isBusy={download.isPending}
      onClick={() => download.mutate(files)}
      {...look}
    >
      {files.length === 1 ? 'Download' : 'Download all'}
    </Button>
  );
}

type DownloadListProps = { resource: ResourceDetail; licensedTo: string | null };

export function DownloadList({ resource: { id, files }, licensedTo }: DownloadListProps) {
  const download = useDownload(id);
  if (files.length === 0) return null;
  return (
    <>
      <p className="meta num mt-3">{filesText(files)}</p>
      {licensedTo && <p className="small mt-1 wrap-anywhere">Licensed to {licensedTo}</p>}
      {files.length > 1 && (
        <ul className="resource-files" aria-label="Files">
          {files.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              isBusy={download.isPending}
              onDownload={() => download.mutate([file])}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type FileLineProps = { file: ResourceFile; isBusy: boolean; onDownload: () => void };

function FileLine({ file, isBusy, onDownload }: FileLineProps) {
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        {fileTitle(file)}
        <span className="small num block">{formatBytes(file.bytes)}</span>
      </span>
      <Button size="s" isBusy={isBusy} onClick={onDownload}>
        Download<span className="sr-only"> {fileTitle(file)}</span>
      </Button>
    </li>
  );
}
