// Emails the site has sent. The texts contain private links, so the server includes them only without a mail server.
import ChevronDown from 'icon:chevron-down';
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/lib/user.api.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listMailsQuery, useSendHeldMail, type MailPage } from './staff.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Mail',
    description: 'Emails the site has sent.',
    path: '/admin/mail',
    isHidden: true,
  });
}

type Mail = MailPage['items'][number];

const filtersIn = (params: URLSearchParams) => ({ q: searchOf(params), page: pageOf(params) });

export default function MailsPage() {
  const user = useUser();
  return (
    <StaffList
      list={useStaffList(filtersIn, listMailsQuery)}
      nouns="emails"
      title="Mail"
      intro="Emails the site has sent, newest first."
      pageTabs={user && <StaffTabs area="site" roles={rolesOf(user)} />}
      search={{ placeholder: 'Address or subject' }}
      empty={{ title: 'No emails yet', text: 'Emails to users and guests appear here.' }}
      noMatch={{ text: 'No address or subject contains these words.' }}
    >
      {(mails) => (
        <ul className="mt-6 border-t border-ink" aria-label="Emails">
          {mails.map((mail) => (
            <MailLine key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </StaffList>
  );
}

function MailLine({ mail }: { mail: Mail }) {
  return (
    <li className="border-b border-rule py-3.5 text-sm leading-ui">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">{mail.subject}</strong>
          <span className="small block">to {mail.to}</span>
        </p>
        <p className="small flex items-center gap-3">
          <MailState mail={mail} />
          <When iso={mail.createdAt} />
        </p>
      </div>
      {mail.lastError && !mail.sentAt && (
        <p className="error-text mt-1">
          {mail.lastError} ({mail.attempts === 1 ? '1 attempt' : `${mail.attempts} attempts`})
        </p>
      )}
      {mail.heldBackAt && <HeldMail mail={mail} />}
      {mail.text !== null && (
        <details className="disclose">
          <summary>
            Read email<span className="sr-only">: {mail.subject}</span>
            <ChevronDown className="icon" aria-hidden="true" />
          </summary>
          <p className="max-w-measure pb-2 wrap-anywhere whitespace-pre-line">{mail.text}</p>
        </details>
      )}
    </li>
  );
}

/** The site the backup came from may already have sent it, so staff decide. */
function HeldMail({ mail }: { mail: Mail }) {
  const send = useSendHeldMail();
  const run = async () => {
    try {
      await send.mutateAsync(mail.id);
      toast({ title: 'Email queued', description: mail.to });
    } catch (error) {
      toast({ title: 'Couldn’t send the email', description: failureTextOf(error), variant: 'destructive' });
    }
  };
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="small max-w-measure">
        Created before this site was restored from a backup. It may have been sent already.
      </p>
      {/* The text is included only without a mail server, and then nothing can be sent. */}
      {mail.text === null && (
        <Button size="s" isBusy={send.isPending} onClick={() => void run()}>
          Send now<span className="sr-only">: {mail.subject}</span>
        </Button>
      )}
    </div>
  );
}

function MailState({ mail }: { mail: Mail }) {
  if (mail.sentAt) return <Badge tone="ok">Sent</Badge>;
  if (mail.heldBackAt) return <Badge tone="warn">On hold</Badge>;
  if (mail.lastError) return <Badge tone="bad">Not sent yet</Badge>;
  return <Badge tone="warn">In the outbox</Badge>;
}
