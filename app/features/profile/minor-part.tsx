// Under 18: declared by the user, and from then on strangers can't write to them.
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { SettingsPart } from '#app/components/ui/settings-part.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useDeclareMinor } from './profile.api.ts';

const WHO = 'only your teachers, sellers you bought from and people you wrote to first can send you messages';

export function MinorPart({ isMinor }: { isMinor: boolean }) {
  const declare = useDeclareMinor();
  return (
    <SettingsPart id="under-18" title="Under 18" intro="Keeps strangers out of your messages.">
      {isMinor ? (
        <p className="max-w-measure">
          Protection is on: {WHO}. Turned 18?{' '}
          <Link className="link" to="/contact">
            Ask support to turn it off
          </Link>
          .
        </p>
      ) : (
        <>
          <p className="max-w-measure">If you’re under 18, turn this on: {WHO}.</p>
          <div>
            <ConfirmDialog
              title="Turn on protection for under 18?"
              description="People you don’t know can’t write to you from now on. Only our support can turn it off again."
              confirmLabel="Turn on"
              cancelLabel="Cancel"
              isDestructive={false}
              failure={failureTextOf}
              trigger={<Button>I’m under 18…</Button>}
              onConfirm={async () => {
                await declare.mutateAsync(undefined);
                toast({ title: 'Protection is on' });
              }}
            />
          </div>
        </>
      )}
    </SettingsPart>
  );
}
