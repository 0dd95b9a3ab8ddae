// The settings page and its form.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { CurriculumSettings } from './curriculum-settings.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getSettingsQuery, useUpdateSettings, type Settings } from './staff.api.ts';
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

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Settings',
    description: 'Site settings.',
    path: '/admin/settings',
    isHidden: true,
  });
}

export default function SettingsPage() {
  const user = useUser();
  const canEdit = user ? hasPermission(rolesOf(user), 'settings.edit') : false;
  const query = useQuery({ ...getSettingsQuery(), enabled: canEdit });
  if (user && !canEdit) return <CurriculumSettings />;
  return (
    <StaffPage title="Settings" tabs={user && <StaffTabs area="site" roles={rolesOf(user)} />}>
      <QueryView query={query} what="the settings" skeleton={<FormSkeleton />}>
        {(settings) => <SettingsForm settings={settings} />}
      </QueryView>
    </StaffPage>
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup label="Loading the settings" className="mt-8 grid max-w-measure gap-7">
      {['name', 'address', 'registration', 'security'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const FIELDS = [
  'siteName',
  'supportEmail',
  'isRegistrationOpen',
  'isTwoFactorRequired',
  'platformFeePoints',
  'instructorShare',
  'memberShare',
] as const;
const SAVED = { title: 'Settings saved' };

function SettingsForm({ settings }: { settings: Settings }) {
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
        // Name and address are part of the loaded frame.
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
        label="Site name"
        help="Shown in the header, in page titles and in every email."
        error={errors.siteName?.message}
        isRequired
      >
        <Input autoComplete="off" {...register('siteName')} />
      </FormField>
      <FormField
        label="Support email"
        help="Where users and guests can reach us."
        error={errors.supportEmail?.message}
        isRequired
      >
        <Input type="email" autoComplete="off" {...register('supportEmail')} />
      </FormField>
      <FormField
        label="Platform fee, in percent"
        help="Our share of every sale from now on. It doesn’t apply to sellers with their own fee or to orders already placed."
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
      <FormField
        label="Instructors’ share, in percent"
        help="What instructors get of every course sale from now on, unless the course has a share of its own."
        error={errors.instructorShare?.message}
        isRequired
      >
        <Input
          type="number"
          min={0}
          max={100}
          autoComplete="off"
          {...register('instructorShare', { valueAsNumber: true })}
        />
      </FormField>
      <FormField
        label="Share of memberships, in percent"
        help="What sellers and instructors get of each membership whose members use their items. A change applies from next month."
        error={errors.memberShare?.message}
        isRequired
      >
        <Input
          type="number"
          min={0}
          max={100}
          autoComplete="off"
          {...register('memberShare', { valueAsNumber: true })}
        />
      </FormField>
      <fieldset>
        <legend className="label">Registration</legend>
        <Checkbox
          help="When off, nobody can create an account. Existing users can still sign in."
          error={errors.isRegistrationOpen?.message}
          {...register('isRegistrationOpen')}
        >
          Allow new users to register
        </Checkbox>
      </fieldset>
      <fieldset>
        <legend className="label">Security</legend>
        <Checkbox
          help="Admins without one must set it up before they can do anything else. Set up your own first."
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
