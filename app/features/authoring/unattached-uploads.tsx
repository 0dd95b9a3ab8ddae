// Files uploaded in an earlier visit but not attached; the seller decides.
import { useId } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { isOffered, type UploadItem, type Uploads } from './resource-form-uploads.ts';

type LeftoverUploadsProps = {
  uploads: Uploads;
  /** Defaults to every leftover. */
  items?: readonly UploadItem[];
  attachLabel: string;
  onAttach: (item: UploadItem) => void;
};

export function LeftoverUploads({ uploads, items, attachLabel, onAttach }: LeftoverUploadsProps) {
  const heading = useId();
  const shown = items ?? uploads.items.filter(isOffered);
  if (shown.length === 0) return null;
  return (
    <section className="leftovers" aria-labelledby={heading}>
      <p id={heading} className="label">
        Uploaded earlier, not attached
      </p>
      <p className="small">Attach the files that belong here. We delete unattached files after a week.</p>
      <ul aria-labelledby={heading}>
        {shown.map((item) => (
          <li key={item.key} className="leftover">
            <span className="min-w-0 flex-1">
              <strong className="wrap-anywhere">{item.name}</strong>
              <span className="small num block">
                {item.state === 'checking' ? 'Checking' : formatBytes(item.bytes)}
              </span>
            </span>
            <Button size="s" disabled={item.state === 'checking'} onClick={() => onAttach(item)}>
              {attachLabel}
              <span className="sr-only"> {item.name}</span>
            </Button>
            <Button size="s" variant="danger" onClick={() => uploads.remove(item.key)}>
              Delete<span className="sr-only"> {item.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
