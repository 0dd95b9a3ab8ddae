// What the course's instructor and staff can do with a certificate.
import { useState, type SyntheticEvent } from 'react';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  useRenameCertificate,
  useRenewCertificate,
  useResendCertificate,
  useRevokeCertificate,
  type CertificateDetail,
} from './certificate.api.ts';

export function CertificateManagement({ certificate }: { certificate: CertificateDetail }) {
  const { id, holderName, status, expiresOn } = certificate;
  const params = { id };
  const revoke = useRevokeCertificate();
  const renew = useRenewCertificate();
  const resend = useResendCertificate();
  const isRevoked = status === 'revoked';
  return (
    <section aria-labelledby="manage">
      <h2 className="t-s" id="manage">
        Manage
      </h2>
      {isRevoked ? (
        <p className="meta mt-3">
          A revoked certificate stays revoked. You can issue {holderName} a new one.
        </p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            isBusy={resend.isPending}
            onClick={() =>
              resend.mutate(
                { params },
                {
                  onSuccess: () =>
                    toast({ title: 'Email sent', description: `${holderName} gets the link again.` }),
                },
              )
            }
          >
            Send it again
          </Button>
          <RenameDialog certificate={certificate} />
          {expiresOn && status !== 'valid' && status !== 'expired' && (
            <ConfirmDialog
              trigger={<Button>Renew by hand</Button>}
              title={`Renew the certificate of ${holderName}?`}
              description="You vouch that they did what a renewal takes. They get a new certificate and an email."
              confirmLabel="Renew"
              onConfirm={() => renew.mutateAsync({ params })}
            />
          )}
          <ReasonDialog
            trigger={<Button variant="danger">Revoke</Button>}
            title={`Revoke the certificate of ${holderName}?`}
            description="Whoever checks it sees at once that it was revoked. This can’t be undone."
            confirmLabel="Revoke"
            help="The holder reads this. Nobody else does."
            onConfirm={(reason) => revoke.mutateAsync({ params, body: { reason } })}
          />
        </div>
      )}
    </section>
  );
}

function RenameDialog({ certificate: { id, holderName } }: { certificate: CertificateDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={<Button>Correct the name</Button>}
      title="Correct the name"
      description="The number stays the same. Links, PDF and checks show the new name at once."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <RenameForm id={id} initial={holderName} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function RenameForm({ id, initial, onDone }: { id: number; initial: string; onDone: () => void }) {
  const [holderName, setName] = useState(initial);
  const [reason, setReason] = useState('');
  const rename = useRenameCertificate();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (rename.isPending) return;
    await rename.mutateAsync({ params: { id }, body: { holderName, reason } }).then(onDone, () => undefined);
  };
  return (
    <DialogForm
      onSubmit={submit}
      submitLabel="Correct"
      isBusy={rename.isPending}
      problem={rename.error ? failureTextOf(rename.error) : undefined}
    >
      <FormField label="Name on the certificate" isRequired>
        <Input
          value={holderName}
          maxLength={200}
          required
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
      <FormField label="Why" help="For the history: a typing mistake, a new name after marriage …" isRequired>
        <Input value={reason} maxLength={500} required onChange={(event) => setReason(event.target.value)} />
      </FormField>
    </DialogForm>
  );
}
