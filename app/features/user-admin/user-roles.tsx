// The roles of one account: any number of them, one of which is the first.
import { useForm, useWatch } from 'react-hook-form';
import type { SetUserRolesBody } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS, ROLES, type Role } from '#shared/roles.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { useSetRoles, type Person } from './users.api.ts';

/** `user` is what someone is who holds none of these. */
const GRANTED = ROLES.filter((role) => role !== 'user');

/** The first of the chosen roles stands in for a primary one that was taken away. */
function primaryOf(roles: readonly Role[], primary: Role): Role {
  return roles.includes(primary) ? primary : (roles[0] ?? 'user');
}

export function PersonRoles({ person }: { person: Person }) {
  const save = useSetRoles();
  // Without the schema: no box ticked is a member, and no mistake.
  const form = useForm<SetUserRolesBody>({
    values: { roles: person.roles.filter((role) => role !== 'user'), primary: person.role },
  });
  const roles = useWatch({ control: form.control, name: 'roles' });
  const primary = useWatch({ control: form.control, name: 'primary' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const chosen: Role[] = values.roles.length > 0 ? values.roles : ['user'];
    try {
      await save.mutateAsync({
        params: { id: person.id },
        body: { roles: chosen, primary: primaryOf(chosen, values.primary) },
      });
      toast({ title: 'Roles saved', description: `They count from ${fullNameOf(person)}’s next click.` });
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
          {GRANTED.map((role) => (
            <Checkbox key={role} value={role} {...form.register('roles')}>
              {ROLE_LABELS[role]}
            </Checkbox>
          ))}
        </div>
        <p className="help mt-1">Without any of these they are a member.</p>
        {errors.roles && <p className="error-text">{errors.roles.message}</p>}
      </fieldset>
      {roles.length > 1 && (
        <FormField
          label="Primary role"
          help="The one that stands beside their name."
          error={errors.primary?.message}
        >
          <Select
            options={roles.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
            value={primaryOf(roles, primary)}
            onChange={(event) => form.setValue('primary', event.target.value as Role)}
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
