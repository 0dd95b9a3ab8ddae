// Where a message is written. Enter sends on a keyboard; on a touch screen it starts a new line.
import Paperclip from 'icon:paperclip';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { MAX_MESSAGE_TEXT } from '#shared/features/message/message.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';

/** The part of `useUploads` this needs; the page owns the uploads. */
export type ComposerUploads = {
  items: readonly { key: string; state: string; uploadId: string | null }[];
  add(files: File[]): void;
  forget(key: string): void;
};

type MessageComposerProps = {
  /** “Message to Inés”. */
  label: string;
  text: string;
  onText: (text: string) => void;
  uploads: ComposerUploads;
  uploadList: ReactNode;
  isBusy: boolean;
  error: Error | null;
  /** Gets the ids of the files that are ready. */
  onSend: (attachments: string[]) => void;
};

export function MessageComposer(props: MessageComposerProps) {
  const { label, text, onText, uploads, uploadList, isBusy, error, onSend } = props;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const isUploading = uploads.items.some(({ state }) => state !== 'ready' && state !== 'refused');
  const send = () => {
    const ready = uploads.items.filter(({ state }) => state === 'ready');
    if (isBusy || isUploading || (text.trim() === '' && ready.length === 0)) return;
    onSend(ready.flatMap(({ uploadId }) => uploadId ?? []));
  };
  const handleKey = (event: KeyboardEvent) => {
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isPlainEnter || matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {error && (
        <Notice tone="bad" isAlert className="mb-2">
          {failureTextOf(error)} Your message is still here.
        </Notice>
      )}
      <div className="composer-box">
        <label className="sr-only" htmlFor={id}>
          {label}
        </label>
        <textarea
          id={id}
          rows={2}
          value={text}
          maxLength={MAX_MESSAGE_TEXT}
          placeholder={label}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={handleKey}
        />
        {uploadList}
        <div className="composer-tools">
          <IconButton
            label="Attach a file"
            icon={<Paperclip className="icon" aria-hidden="true" />}
            onClick={() => picker.current?.click()}
          />
          <input
            ref={picker}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
            aria-label="Attach a file"
            multiple
            onChange={(event) => {
              uploads.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <span className="composer-hint small">
            <kbd>Enter</kbd> sends, <kbd>Shift Enter</kbd> for a new line
          </span>
          <Button type="submit" variant="primary" isBusy={isBusy || isUploading}>
            Send
          </Button>
        </div>
      </div>
    </form>
  );
}
