// My data: taking it along, and having it removed.
import type { MetaArgs } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { CartReminders } from '#app/features/cart/cart-reminders.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { DeleteAccountDialog } from './privacy-delete.tsx';
import { ProfileTabs } from '#app/features/profile/profile-tabs.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { useExportAccount } from '#app/features/account/security.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Your data',
    description: 'Take your data along, or delete your account.',
    path: '/profile/data',
    isHidden: true,
  });
}

export default function AccountDataPage() {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Your data</h1>
      <div className="mt-6 mb-10">
        <ProfileTabs />
      </div>
      <CartReminders />
      <Export />
      <SettingsPart title="Delete your account" intro="For good: nobody can bring it back.">
        <p className="max-w-measure">
          Your name, address, picture, profile, applications and devices are removed. What others rely on
          stays without your name: orders, which the law asks us to keep, and certificates you were given.
        </p>
        <div>
          <DeleteAccountDialog />
        </div>
      </SettingsPart>
    </div>
  );
}

function Export() {
  const take = useExportAccount();
  const save = () =>
    take.mutate(undefined, {
      onSuccess: (data) =>
        saveFile(`my-data-${today()}.json`, JSON.stringify(data, null, 2), 'application/json'),
    });
  return (
    <SettingsPart title="Take your data along" intro="Everything we keep about you, in one file.">
      <p className="max-w-measure">
        The file is JSON: text that people can read and other programs understand.
      </p>
      {take.isError && (
        <Notice tone="bad" isAlert>
          {failureTextOf(take.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button isBusy={take.isPending} onClick={save}>
          Download my data
        </Button>
        <p className="help" aria-live="polite">
          {take.isSuccess && 'Saved where your browser keeps downloads.'}
        </p>
      </div>
    </SettingsPart>
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
