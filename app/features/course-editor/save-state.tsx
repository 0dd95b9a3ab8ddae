// Whether the last change is saved, and what to do if it isn't.
import Check from 'icon:check';
import { createContext, use } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { SaveState } from '#app/lib/autosave.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';

type SaveLineProps = {
  save: SaveState;
  savedAt: string | null;
  error: unknown;
  onRetry: () => void;
  onReload: () => void;
};

/** In the bar at the top, so that it stays in sight however long the form is. */
export const SaveSlot = createContext<HTMLElement | null>(null);

export function SaveLine({ save, savedAt, error, onRetry, onReload }: SaveLineProps) {
  const slot = use(SaveSlot);
  const line = (
    <p className="editor-saved small" role="status">
      {save === 'saved' && savedAt && (
        <>
          <Check className="icon" aria-hidden="true" /> Saved at {savedAt}
        </>
      )}
      {(save === 'saving' || save === 'waiting') && 'Saving…'}
    </p>
  );
  return (
    <>
      {slot && createPortal(line, slot)}
      {save === 'failed' && (
        <Notice tone="bad" isAlert className="mb-4">
          Not saved. {failureTextOf(error)}{' '}
          <Button size="s" onClick={onRetry}>
            Save again
          </Button>
        </Notice>
      )}
      {save === 'conflict' && (
        <Notice tone="warn" isAlert className="mb-4">
          This was changed elsewhere, perhaps in another tab.{' '}
          <Button size="s" onClick={onReload}>
            Load the latest version
          </Button>
        </Notice>
      )}
    </>
  );
}
