// Another password, for someone who knows the present one.
import { useForm, useWatch } from 'react-hook-form';
import type { User } from '#shared/features/account/account.contract.ts';
import { changePasswordBody } from '#shared/features/account/account.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { NewPasswordField } from './password-strength-field.tsx';
import { findPasswordProblem } from './password-strength-judge.ts';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { useChangePassword } from './security.api.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

export function SecurityPassword({ user }: { user: User }) {
  const change = useChangePassword();
  const form = useForm({ resolver: formRules(changePasswordBody), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, name: 'newPassword' });
  const ownWords = [user.firstName, user.lastName, user.username, user.email];
  const send = form.handleSubmit(async (body) => {
    const problem = await findPasswordProblem(body.newPassword, ownWords);
    if (problem) return form.setError('newPassword', { message: problem }, { shouldFocus: true });
    change.mutate(body, {
      onSuccess() {
        form.reset(EMPTY);
        toast({ title: 'Password changed', description: 'Your other devices have to sign in again.' });
      },
      onError: (error) => showServerErrors(error, form, ['currentPassword', 'newPassword']),
    });
  });
  return (
    <SettingsPart title="Password" intro="Changing it signs out every other device.">
      <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        {errors.root && (
          <Notice tone="bad" isAlert>
            {errors.root.message}
          </Notice>
        )}
        {/* For password managers, which ask whose password this is. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <FormField label="Present password" error={errors.currentPassword?.message} isRequired>
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </FormField>
        <NewPasswordField
          label="New password"
          error={errors.newPassword?.message}
          password={typed}
          ownWords={ownWords}
          {...form.register('newPassword')}
        />
        <div>
          <Button type="submit" isBusy={change.isPending || isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </SettingsPart>
  );
}
