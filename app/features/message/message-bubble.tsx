// One message: its words with safe links, files, warnings, and what its sender can do with it.
import Download from 'icon:download';
import Ellipsis from 'icon:ellipsis';
import FileText from 'icon:file-text';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { LinkedText } from '#app/components/message/linked-text.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { cx } from '#app/lib/cx.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { formatBytes } from '#app/lib/format-bytes.ts';
import {
  useDeleteMessage,
  useEditMessage,
  type AboutCard,
  type Message,
  type MessageFile,
} from './message.api.ts';

type MessageBubbleProps = { message: Message; onReport: (message: Message) => void };

export function MessageBubble({ message, onReport }: MessageBubbleProps) {
  const { sender, isDeleted, text, files, flags, about } = message;
  const [isEditing, setEditing] = useState(false);
  const isOwn = sender === null;
  return (
    <>
      {about && <AboutLine about={about} />}
      <div className={cx('says-row', isOwn && 'is-own')}>
        <div className={cx('says', isOwn && 'is-own', isDeleted && 'is-deleted')}>
          <span className="sr-only">{isOwn ? 'You' : sender}: </span>
          {isDeleted ? (
            'Message deleted'
          ) : isEditing ? (
            <EditForm message={message} onDone={() => setEditing(false)} />
          ) : (
            <LinkedText text={text} />
          )}
          {files.map((file) => (
            <FileLine key={file.id} file={file} />
          ))}
          {flags.length > 0 && !isOwn && <Warning flags={flags} />}
        </div>
        {!isDeleted && !isEditing && (message.canChange || !isOwn) && (
          <BubbleMenu message={message} onEdit={() => setEditing(true)} onReport={onReport} />
        )}
      </div>
    </>
  );
}

function FileLine({ file: { id, name, bytes, contentType } }: { file: MessageFile }) {
  const href = `/api/message-files/${id}`;
  const isPicture = /^image\/(png|jpeg|webp)$/.test(contentType);
  return (
    <a className="says-file" href={href} target="_blank" rel="noreferrer">
      {isPicture ? (
        <img src={href} alt="" width={106} height={66} loading="lazy" />
      ) : (
        <FileText className="icon" aria-hidden="true" />
      )}
      <span className="min-w-0">
        <strong className="wrap-anywhere">{name}</strong>
        <span className="small num">{formatBytes(bytes)}. Only this conversation can see it.</span>
      </span>
      {!isPicture && <Download className="icon" aria-hidden="true" />}
    </a>
  );
}

function Warning({ flags }: Pick<Message, 'flags'>) {
  return (
    <p className="says-warning small">
      {flags.includes('card')
        ? 'This looks like a card number. Never pay outside Relevé.'
        : 'This looks like a password. Never share yours, and don’t use someone else’s.'}
    </p>
  );
}

function AboutLine({ about: { title, detail, url, imageUrl } }: { about: AboutCard }) {
  return (
    <div className="says-about">
      {imageUrl ? <img src={imageUrl} alt="" width={42} height={52} loading="lazy" /> : <span />}
      <span className="min-w-0">
        <strong>{title}</strong>
        <span className="meta">{detail}</span>
      </span>
      {url && (
        <Link className="btn btn-quiet btn-s" to={url}>
          Open<span className="sr-only"> {title}</span>
        </Link>
      )}
    </div>
  );
}

function BubbleMenu({ message, onEdit, onReport }: MessageBubbleProps & { onEdit: () => void }) {
  const remove = useDeleteMessage();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton
            className="says-more"
            label="More about this message"
            icon={<Ellipsis className="icon" aria-hidden="true" />}
          />
        }
      >
        {message.canChange && message.text !== '' && <MenuItem onSelect={onEdit}>Edit</MenuItem>}
        {message.canChange && (
          <MenuItem isDanger onSelect={() => setAsking(true)}>
            Delete…
          </MenuItem>
        )}
        {message.sender !== null && <MenuItem onSelect={() => onReport(message)}>Report…</MenuItem>}
      </Menu>
      <ConfirmDialog
        title="Delete this message?"
        description="It disappears for everyone in the conversation. You can’t undo this."
        confirmLabel="Delete message"
        isOpen={isAsking}
        onOpenChange={setAsking}
        failure={failureTextOf}
        onConfirm={() => remove.mutateAsync({ params: { id: message.id } })}
      />
    </>
  );
}

function EditForm({ message, onDone }: { message: Message; onDone: () => void }) {
  const edit = useEditMessage();
  const [text, setText] = useState(message.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = () => edit.mutate({ params: { id: message.id }, body: { text } }, { onSuccess: onDone });
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        aria-label="Edit message"
        value={text}
        rows={3}
        ref={field}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
      {edit.error && <p className="says-warning small">{failureTextOf(edit.error)}</p>}
      <span className="flex gap-2">
        <Button type="submit" size="s" isBusy={edit.isPending}>
          Save changes
        </Button>
        <Button variant="quiet" size="s" onClick={onDone}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
