// A row of the dance styles: usage and actions.
import Ellipsis from 'icon:ellipsis';
import { useState } from 'react';
import { STYLE_NAME_MAX, type StaffStyle } from '#shared/features/style/style.schema.ts';
import { NameDialog } from '#app/components/staff/name-dialog.tsx';
import { SortableRow } from '#app/components/staff/sortable-list.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useUpdateStyle, useDeleteStyle } from './style.api.ts';

type StyleRowProps = {
  style: StaffStyle;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
};

export function StyleRow({ style, onMoveUp, onMoveDown }: StyleRowProps) {
  const { id, name, isRetired } = style;
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const change = useUpdateStyle();
  const remove = useDeleteStyle();
  const retire = () =>
    change.mutate(
      { params: { id }, body: { isRetired: !isRetired } },
      {
        onSuccess: () => toast({ title: isRetired ? `${name} is available again` : `${name} is retired` }),
        onError: (error) =>
          toast({
            title: `Couldn’t change ${name}`,
            description: failureTextOf(error),
            variant: 'destructive',
          }),
      },
    );
  const close = () => setAsked(null);
  return (
    <SortableRow id={id} name={name}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2.5 font-medium">
          {name} {isRetired && <Badge>Retired</Badge>}
        </p>
        <p className="meta num">{usesOf(style)}</p>
      </div>
      <Menu
        trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis size={18} aria-hidden="true" />} />}
      >
        <MenuItem onSelect={() => setAsked('rename')}>Rename</MenuItem>
        <MenuItem onSelect={onMoveUp} isDisabled={!onMoveUp}>
          Move up
        </MenuItem>
        <MenuItem onSelect={onMoveDown} isDisabled={!onMoveDown}>
          Move down
        </MenuItem>
        <MenuItem onSelect={retire}>{isRetired ? 'Bring back' : 'Retire'}</MenuItem>
        <MenuSeparator />
        <MenuItem isDanger isDisabled={isUsed(style)} onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <NameDialog
        title={`Rename ${name}`}
        description="This renames it on every resource, course and profile that uses it. It may take a moment."
        label="Name"
        initial={name}
        maxLength={STYLE_NAME_MAX}
        confirmLabel="Rename"
        isOpen={asked === 'rename'}
        onOpenChange={close}
        onConfirm={(next) => change.mutateAsync({ params: { id }, body: { name: next } })}
      />
      <ConfirmDialog
        title={`Delete ${name}?`}
        description="Nothing uses it. You can’t undo this."
        confirmLabel="Delete"
        isOpen={asked === 'delete'}
        onOpenChange={close}
        onConfirm={() => remove.mutateAsync({ params: { id } })}
        failure={failureTextOf}
      />
    </SortableRow>
  );
}

const isUsed = ({ resourceCount, courseCount, peopleCount }: StaffStyle) =>
  resourceCount + courseCount + peopleCount > 0;

function usesOf(style: StaffStyle): string {
  if (!isUsed(style)) return 'Not used';
  const parts = [
    counted(style.resourceCount, 'resource', 'resources'),
    counted(style.courseCount, 'course', 'courses'),
    counted(style.peopleCount, 'person', 'people'),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
