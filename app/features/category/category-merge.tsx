// Merging a category into another: which one, and what then happens.
import { useState } from 'react';
import { levelOf, withBelow } from '#shared/features/category/category.rules.ts';
import type { StaffCategory } from '#shared/features/category/category.schema.ts';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useMergeCategory } from './category-staff.api.ts';

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
    if (!into) throw new Error('Nothing is chosen.');
    await mutateAsync({ params: { id }, body: { intoId: into.id } });
    toast({ title: `${name} is now part of ${into.name}` });
  };
  return (
    <ConfirmDialog
      title={`Merge ${name} into another category?`}
      description={`Everything in ${name} and the categories below it move there. Nothing is lost, and old links lead to the new place. ${name} itself goes, which cannot be undone.`}
      confirmLabel="Merge"
      isOpen={isOpen}
      onOpenChange={onClose}
      onConfirm={merge}
      failure={(error) => (into ? failureTextOf(error) : 'Choose the category it goes into.')}
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
