// The form that sets a user's roles and which of them is primary.
import { useForm, useWatch } from 'react-hook-form';
import type { SetUserRolesBody } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { GRANTABLE_ROLES, type GrantableRole, isGrantable, ROLE_LABELS } from '#shared/roles.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { useSetUserRoles, type StaffUser } from './user-admin.api.ts';

/** All but `user`, which is what remains when no other role is granted. */
const CHOICES = GRANTABLE_ROLES.filter((role) => role !== 'user');

/** Falls back to the first selected role when the primary one was unchecked. */
function primaryOf(roles: readonly GrantableRole[], primary: GrantableRole): GrantableRole {
  return roles.includes(primary) ? primary : (roles[0] ?? 'user');
}

export function UserRoles({ user }: { user: StaffUser }) {
  const save = useSetUserRoles();
  // Not validated in the browser: no role selected is fine and means member.
  const form = useForm<SetUserRolesBody>({
    values: {
      roles: user.roles.filter(isGrantable).filter((role) => role !== 'user'),
      primary: isGrantable(user.role) ? user.role : 'user',
    },
  });
  const roles = useWatch({ control: form.control, name: 'roles' });
  const primary = useWatch({ control: form.control, name: 'primary' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const chosen: GrantableRole[] = values.roles.length > 0 ? values.roles : ['user'];
    try {
      await save.mutateAsync({
        params: { id: user.id },
        body: { roles: chosen, primary: primaryOf(chosen, values.primary) },
      });
      toast({ title: 'Roles saved', description: `They apply from ${fullNameOf(user)}’s next click.` });
    } catch (error) {
      showServerErrors(error, form, ['roles', 'primary']);
    }
  });
  return (
    <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <fieldset>
        <legend className="sr-only">Roles</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {CHOICES.map((role) => (
            <Checkbox key={role} value={role} {...form.register('roles')}>
              {ROLE_LABELS[role]}
            </Checkbox>
          ))}
        </div>
        <p className="help mt-1">With no role selected, the user is a member.</p>
        {errors.roles && <p className="error-text">{errors.roles.message}</p>}
      </fieldset>
      {roles.length > 1 && (
        <FormField label="Primary role" help="Shown next to their name." error={errors.primary?.message}>
          <Select
            options={roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
            value={primaryOf(roles, primary)}
            onChange={(event) => form.setValue('primary', event.target.value as GrantableRole)}
          />
        </FormField>
      )}
      <div>
        <Button variant="primary" type="submit" isBusy={isSubmitting}>
          Save roles
        </Button>
      </div>
    </form>
  );
}
