// The drop zone. Its button serves keyboards, phones and screen readers.
import Upload from 'icon:upload';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { cx } from '#app/lib/cx.ts';
import './upload.css';

type UploadDropProps = {
  /** The button's label: “Choose files”. */
  label: string;
  /** What can be uploaded, in one sentence. */
  hint: ReactNode;
  onFiles(files: File[]): void;
  isMultiple?: boolean;
  /** The input's `accept`; the server checks the content. */
  accept?: string;
};

export function UploadDrop({ label, hint, onFiles, isMultiple = true, accept }: UploadDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={cx('upload-drop', isOver && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Button
        icon={<Upload className="icon" aria-hidden="true" />}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <p className="upload-drop-or small">or drop {isMultiple ? 'them' : 'it'} here</p>
      <p id={hintId} className="meta">
        {hint}
      </p>
      {/* Not in the tab order; the button above is. */}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        aria-hidden="true"
        multiple={isMultiple}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again after a failure.
          event.target.value = '';
        }}
      />
    </div>
  );
}
