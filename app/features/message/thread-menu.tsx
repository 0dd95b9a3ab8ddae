// What one can do with a conversation: mute, archive, block, report.
import Ellipsis from 'icon:ellipsis';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  useBlockUser,
  useReportConversation,
  useUnblockUser,
  useUpdateConversation,
  type ConversationDetail,
} from './message.api.ts';

type ThreadMenuProps = { conversation: ConversationDetail; onReport: () => void };

export function ThreadMenu({ conversation, onReport }: ThreadMenuProps) {
  const { id, isMuted, isArchived, people, barrier } = conversation;
  const update = useUpdateConversation();
  const block = useBlockUser();
  const unblock = useUnblockUser();
  const [isBlocking, setBlocking] = useState(false);
  const [other] = people.length === 1 && !people[0]?.isSupport ? people : [];
  const isSupport = people.some((person) => person.isSupport);
  const change = (body: { isMuted: boolean } | { isArchived: boolean }) =>
    update.mutate({ params: { id }, body });
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={isSupport ? 'More: mute, archive' : 'More: mute, archive, block, report'}
            icon={<Ellipsis className="icon" aria-hidden="true" />}
          />
        }
      >
        <MenuItem onSelect={() => change({ isMuted: !isMuted })}>{isMuted ? 'Unmute' : 'Mute'}</MenuItem>
        <MenuItem onSelect={() => change({ isArchived: !isArchived })}>
          {isArchived ? 'Move to inbox' : 'Archive'}
        </MenuItem>
        {!isSupport && <MenuSeparator />}
        {other && !other.isFormer && barrier !== 'blocked-by-you' && (
          <MenuItem isDanger onSelect={() => setBlocking(true)}>
            Block {other.name}…
          </MenuItem>
        )}
        {other && barrier === 'blocked-by-you' && (
          <MenuItem onSelect={() => unblock.mutate({ params: { id: other.id } })}>
            Unblock {other.name}
          </MenuItem>
        )}
        {!isSupport && <MenuItem onSelect={onReport}>Report…</MenuItem>}
      </Menu>
      {other && (
        <ConfirmDialog
          title={`Block ${other.name}?`}
          description="Neither of you can write to the other. You can unblock them at any time."
          confirmLabel="Block"
          isOpen={isBlocking}
          onOpenChange={setBlocking}
          failure={failureTextOf}
          onConfirm={() => block.mutateAsync({ params: { id: other.id } })}
        />
      )}
    </>
  );
}

type ReportDialogProps = {
  conversationId: number;
  /** Null: the whole conversation. */
  messageId: number | null;
  onClose: () => void;
};

export function ReportDialog({ conversationId, messageId, onClose }: ReportDialogProps) {
  const report = useReportConversation();
  const [reason, setReason] = useState('');
  const send = async () => {
    const body = { reason, ...(messageId !== null && { messageId }) };
    await report.mutateAsync({ params: { id: conversationId }, body });
    toast({ title: 'Report sent', description: 'We’ll read it and the messages around it.' });
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={messageId === null ? 'Report this conversation' : 'Report this message'}
      description="Our staff read the reported messages. The other person doesn’t learn who reported them."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            isBusy={report.isPending}
            // The dialog shows what went wrong.
            onClick={() => void send().catch(() => {})}
          >
            Send report
          </Button>
        </>
      }
    >
      {report.error && (
        <Notice tone="bad" isAlert className="mb-4">
          {failureTextOf(report.error)}
        </Notice>
      )}
      <FormField label="What is wrong?">
        <Textarea rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />
      </FormField>
    </Dialog>
  );
}
