// A row of the category tree: counts and actions.
import Ellipsis from 'icon:ellipsis';
import { useState } from 'react';
import { NameDialog } from '#app/components/staff/name-dialog.tsx';
import { SortableRow } from '#app/components/staff/sortable-list.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { levelOf, withBelow } from '#shared/features/category/category.rules.ts';
import {
  CATEGORY_LEVELS,
  CATEGORY_NAME_MAX,
  type StaffCategory,
} from '#shared/features/category/category.schema.ts';
import { listPositions } from './category-positions.ts';
import {
  type Place,
  useCreateCategory,
  useDeleteCategory,
  useMergeCategory,
  useRenameCategory,
} from './category.api.ts';

type CategoryRowProps = {
  category: StaffCategory;
  all: readonly StaffCategory[];
  level: number;
  onMove: (place: Place) => void;
};

type Question = 'add' | 'rename' | 'merge' | 'delete';

export function CategoryRow({ category, all, level, onMove }: CategoryRowProps) {
  const { id, name } = category;
  const [asked, setAsked] = useState<Question | null>(null);
  const isEmpty = category.ownCount === 0 && all.every((one) => one.parentId !== id);
  return (
    <SortableRow id={id} name={name} level={level}>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="meta num">{describe(category, all)}</p>
      </div>
      <Menu
        trigger={<IconButton label={`More for ${name}`} icon={<Ellipsis size={18} aria-hidden="true" />} />}
      >
        <MenuItem onSelect={() => setAsked('rename')}>Rename</MenuItem>
        <MenuItem onSelect={() => setAsked('add')} isDisabled={level >= CATEGORY_LEVELS}>
          Add subcategory
        </MenuItem>
        <MenuSeparator />
        <Moves category={category} all={all} onMove={onMove} />
        <MenuSeparator />
        <MenuItem onSelect={() => setAsked('merge')} isDisabled={all.length < 2}>
          Merge…
        </MenuItem>
        <MenuItem isDanger isDisabled={!isEmpty} onSelect={() => setAsked('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <Questions category={category} all={all} asked={asked} onClose={() => setAsked(null)} />
    </SortableRow>
  );
}

function Moves({ category, all, onMove }: Omit<CategoryRowProps, 'level'>) {
  const places = listPositions(all, category);
  const entries: [string, Place | undefined][] = [
    ['Move up', places.up],
    ['Move down', places.down],
    ['Move in', places.in],
    ['Move out', places.out],
  ];
  return entries.map(([label, place]) => (
    <MenuItem key={label} isDisabled={!place} onSelect={() => place && onMove(place)}>
      {label}
    </MenuItem>
  ));
}

type QuestionsProps = Pick<CategoryRowProps, 'category' | 'all'> & {
  asked: Question | null;
  onClose: () => void;
};

function Questions({ category, all, asked, onClose }: QuestionsProps) {
  const { id, name, kind } = category;
  const add = useCreateCategory(kind);
  const rename = useRenameCategory(kind);
  const remove = useDeleteCategory(kind);
  return (
    <>
      <NameDialog
        title={`Add a subcategory of ${name}`}
        label="Name"
        maxLength={CATEGORY_NAME_MAX}
        confirmLabel="Add category"
        isOpen={asked === 'add'}
        onOpenChange={onClose}
        onConfirm={(next) => add.mutateAsync({ body: { kind, name: next, parentId: id } })}
      />
      <NameDialog
        title={`Rename ${name}`}
        description="Links to it keep working."
        label="Name"
        initial={name}
        maxLength={CATEGORY_NAME_MAX}
        confirmLabel="Rename"
        isOpen={asked === 'rename'}
        onOpenChange={onClose}
        onConfirm={(next) => rename.mutateAsync({ params: { id }, body: { name: next } })}
      />
      <MergeDialog category={category} all={all} isOpen={asked === 'merge'} onClose={onClose} />
      <ConfirmDialog
        title={`Delete ${name}?`}
        description="It’s empty. You can’t undo this."
        confirmLabel="Delete"
        isOpen={asked === 'delete'}
        onOpenChange={onClose}
        onConfirm={() => remove.mutateAsync({ params: { id } })}
        failure={failureTextOf}
      />
    </>
  );
}

function describe({ id, kind, itemCount, ownCount }: StaffCategory, all: readonly StaffCategory[]): string {
  const nouns = kind === 'course' ? ['course', 'courses'] : ['resource', 'resources'];
  const counted = (count: number) => `${count.toLocaleString('en')} ${nouns[count === 1 ? 0 : 1]}`;
  if (itemCount === 0 && ownCount === 0) return 'Empty';
  const onSale = `${counted(itemCount)} on sale`;
  // Parents include the items on sale of their subcategories.
  const isAbove = all.some(({ parentId }) => parentId === id);
  return isAbove || ownCount === itemCount ? onSale : `${onSale}, ${ownCount.toLocaleString('en')} in total`;
}

type MergeDialogProps = {
  category: StaffCategory;
  all: readonly StaffCategory[];
  isOpen: boolean;
  onClose: () => void;
};

export function MergeDialog({ category, all, isOpen, onClose }: MergeDialogProps) {
  const { id, name, kind } = category;
  const [chosen, setChosen] = useState('');
  const { mutateAsync } = useMergeCategory(kind);
  const below = withBelow(all, id);
  const others = all.filter((one) => !below.includes(one.id));
  const into = others.find((one) => String(one.id) === chosen);
  const merge = async () => {
    if (!into) throw new Error('No category chosen.');
    await mutateAsync({ params: { id }, body: { intoId: into.id } });
    toast({ title: `${name} merged into ${into.name}` });
  };
  return (
    <ConfirmDialog
      title={`Merge ${name} into another category?`}
      description={`All items and subcategories of ${name} move there, and old links redirect. You can’t undo this.`}
      confirmLabel="Merge"
      isOpen={isOpen}
      onOpenChange={onClose}
      onConfirm={merge}
      failure={(error) => (into ? failureTextOf(error) : 'Choose a category to merge into')}
    >
      <FormField label="Into">
        <Select
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          placeholder="Choose a category"
          options={others.map((one) => ({
            value: String(one.id),
            label: `${'– '.repeat(levelOf(all, one.id) - 1)}${one.name}`,
          }))}
        />
      </FormField>
    </ConfirmDialog>
  );
}
