// The user's own data: reminders, export, deletion.
import type { MetaArgs } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { CartReminders } from '#app/features/cart/cart-reminders.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { useSignedOut } from '#app/features/account/session.api.ts';
import { ProfileTabs } from '#app/features/profile/profile-tabs.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { DeleteAccountDialog } from './privacy-delete.tsx';
import { useExportAccount } from './privacy.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your data',
    description: 'Download your data or delete your account.',
    path: '/profile/data',
    isHidden: true,
  });
}

export default function PrivacyPage() {
  const signedOut = useSignedOut();
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Your data</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      <CartReminders />
      <Export />
      <SettingsPart title="Delete your account" intro="You can’t undo this.">
        <p className="max-w-measure">
          We delete your name, email address, picture, profile, applications and sessions. We keep your
          certificates and your orders, which the law requires, but without your name. Courses and resources
          you paid for, memberships, credit and booked sessions are lost, without a refund.
        </p>
        <div>
          <DeleteAccountDialog onDeleted={signedOut} />
        </div>
      </SettingsPart>
    </div>
  );
}

function Export() {
  const exporting = useExportAccount();
  const save = () =>
    exporting.mutate(undefined, {
      onSuccess: (data) =>
        saveFile(`my-data-${today()}.json`, JSON.stringify(data, null, 2), 'application/json'),
    });
  return (
    <SettingsPart title="Download your data" intro="Everything we store about you, in one file.">
      <p className="max-w-measure">
        The file is in JSON format, which you can read yourself or open in other programs.
      </p>
      {exporting.isError && (
        <Notice tone="bad" isAlert>
          {failureTextOf(exporting.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button isBusy={exporting.isPending} onClick={save}>
          Download my data
        </Button>
        <p className="help" aria-live="polite">
          {exporting.isSuccess && 'Saved to your downloads folder.'}
        </p>
      </div>
    </SettingsPart>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
