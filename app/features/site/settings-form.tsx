// The settings of the site as one form.
import { Controller, useForm } from 'react-hook-form';
import { settingsBody, type SettingsBody } from '#shared/features/site/site.schema.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { PercentInput } from '#app/components/ui/percent-input.tsx';
import { toast, toastAfterReload } from '#app/components/ui/toast-store.ts';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { formRules } from '#app/lib/form-rules.ts';
import { useUpdateSettings, type Settings } from './staff.api.ts';

const FIELDS = [
  'siteName',
  'supportEmail',
  'isRegistrationOpen',
  'isTwoFactorRequired',
  'platformFeePoints',
] as const;
const SAVED = { title: 'Settings saved' };

export function SettingsForm({ settings }: { settings: Settings }) {
  const save = useUpdateSettings();
  const form = useForm<SettingsBody>({ resolver: formRules(settingsBody), values: settings });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const saved = await save.mutateAsync(body);
      const isFrameChanged =
        saved.siteName !== settings.siteName || saved.supportEmail !== settings.supportEmail;
      if (isFrameChanged) {
        // The name stands in every corner of the page, and came with it.
        toastAfterReload(SAVED);
        location.reload();
      } else toast(SAVED);
    } catch (error) {
      showServerErrors(error, form, FIELDS);
    }
  });
  return (
    <form className="mt-8 grid max-w-measure gap-7" noValidate onSubmit={(event) => void submit(event)}>
      {errors.root && (
        <Notice tone="bad" isAlert>
          {errors.root.message}
        </Notice>
      )}
      <FormField
        label="Name of the site"
        help="Stands in the header, in titles and in every mail."
        error={errors.siteName?.message}
        isRequired
      >
        <Input autoComplete="off" {...register('siteName')} />
      </FormField>
      <FormField
        label="Support address"
        help="Where people write to when they need help."
        error={errors.supportEmail?.message}
        isRequired
      >
        <Input type="email" autoComplete="off" {...register('supportEmail')} />
      </FormField>
      <FormField
        label="Platform fee, in percent"
        help="What the house keeps of a seller's sale from now on. A seller can have a fee of their own; orders that are placed keep theirs."
        error={errors.platformFeePoints?.message}
        isRequired
      >
        <Controller
          control={form.control}
          name="platformFeePoints"
          render={({ field: { value, onChange, ...field } }) => (
            <PercentInput {...field} points={value} onPoints={onChange} />
          )}
        />
      </FormField>
      <fieldset>
        <legend className="label">Registration</legend>
        <Checkbox
          help="Switched off, nobody can open an account. Those who have one sign in as before."
          error={errors.isRegistrationOpen?.message}
          {...register('isRegistrationOpen')}
        >
          New people can open an account
        </Checkbox>
      </fieldset>
      <fieldset>
        <legend className="label">Safety</legend>
        <Checkbox
          help="An admin without one is asked to set it up, and can do nothing else until then. Set up your own first."
          error={errors.isTwoFactorRequired?.message}
          {...register('isTwoFactorRequired')}
        >
          Admins must use an authenticator app
        </Checkbox>
      </fieldset>
      <div>
        <Button variant="primary" type="submit" isBusy={isSubmitting}>
          Save settings
        </Button>
      </div>
    </form>
  );
}
