// Whether a certificate is genuine, for anyone who types its number or scans its code. Works without JavaScript.
import './verify.css';
import Ban from 'icon:ban';
import Check from 'icon:check';
import CircleHelp from 'icon:circle-help';
import Clock from 'icon:clock';
import Printer from 'icon:printer';
import ShieldCheck from 'icon:shield-check';
import type { ReactNode } from 'react';
import { data, Link, redirect, useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router';
import { formatCode, parseCode } from '#shared/features/certificate/certificate.rules.ts';
import { expiredForStrangers, RENEWS, renewedOn } from '#shared/features/certificate/standing.rules.ts';
import { formatFullDay, formatMonth } from '#shared/dates.ts';
import { pageContext } from '#shared/page-context.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import type { Icon } from '#app/components/ui/icon.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { ApiError, createApiClient } from '#app/lib/api-client.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { orUnavailable } from '#app/lib/query.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { verifyCertificate } from '#shared/features/certificate/certificate.contract.ts';
import type { VerifiedCertificate } from './certificate.api.ts';

type Checked = {
  typed: string;
  certificate: VerifiedCertificate | null;
  checkedAt: string | null;
  problem?: string;
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('code');
  if (asked !== null) {
    const code = parseCode(asked);
    throw redirect(
      asked.trim() === ''
        ? '/verify'
        : `/verify/${encodeURIComponent(code ? formatCode(code) : asked.trim().slice(0, 60))}`,
    );
  }
  const typed = params['code'] ?? '';
  if (typed === '') return { typed, certificate: null, checkedAt: null } satisfies Checked;
  const api = createApiClient(context.get(pageContext).fetchApi);
  const checkedAt = new Date().toISOString();
  try {
    const certificate = await api.call(verifyCertificate, { params: { code: typed.slice(0, 60) } });
    return { typed, certificate, checkedAt } satisfies Checked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) return orUnavailable(error);
    const problem = error.status === 429 ? error.message : undefined;
    const checked: Checked = { typed, certificate: null, checkedAt, ...(problem && { problem }) };
    return data(checked, { status: error.status === 429 ? 429 : 404 });
  }
}

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Check a certificate',
    description:
      'Type the number on a certificate, or scan its code, to see whether it is genuine and valid today.',
    path: '/verify',
  });
}

export default function VerifyPage() {
  const checked = useLoaderData<typeof loader>() as Checked;
  const { certificate } = checked;
  return (
    <div className="wrap verify">
      {certificate ? (
        <Found certificate={certificate} checkedAt={checked.checkedAt ?? ''} />
      ) : (
        <Ask {...checked} />
      )}
      <p className="small verify-end">
        This page shows what the certificate says: a name, a certification and its dates.
      </p>
    </div>
  );
}

type Tone = 'ok' | 'soon' | 'bad' | 'none';

function Verdict({ tone, icon: Icon, children }: { tone: Tone; icon: Icon; children: ReactNode }) {
  return (
    <p className={`verdict verdict-${tone}`} role="status">
      <span>
        <Icon size={18} aria-hidden="true" />
      </span>
      {children}
    </p>
  );
}

function Found({ certificate, checkedAt }: { certificate: VerifiedCertificate; checkedAt: string }) {
  const { holder, course, issuer, issuedAt, expiresAt, code, status, renews, renewedAs } = certificate;
  return (
    <section aria-labelledby="verified">
      <Headline {...certificate} />
      <RunningOrder className="meta verify-facts" label="The certificate">
        {status !== 'valid' && <OrderLine figure={holder}>Issued to</OrderLine>}
        {status === 'revoked' && <OrderLine figure={course}>Certification</OrderLine>}
        <OrderLine figure={issuer}>Issued by</OrderLine>
        <OrderLine figure={formatFullDay(issuedAt)}>Issued</OrderLine>
        {status !== 'revoked' && (
          <OrderLine figure={expiresAt ? formatFullDay(expiresAt) : 'For good'}>Valid until</OrderLine>
        )}
        <OrderLine figure={code}>Number</OrderLine>
        {renews && <OrderLine figure={<Number code={renews.code} />}>{RENEWS}</OrderLine>}
        {renewedAs && (
          <OrderLine figure={<Number code={renewedAs.code} />}>{renewedOn(renewedAs.issuedAt)}</OrderLine>
        )}
      </RunningOrder>
      <p className="meta verify-stamp">
        <ShieldCheck size={18} aria-hidden="true" />
        <span>
          Checked with {issuer} on {formatFullDay(checkedAt)}, {checkedAt.slice(11, 16)} UTC.
        </span>
      </p>
      <p className="meta mt-4 max-w-[52ch]">
        If the certificate in your hand says something different, trust this page, not the paper.
      </p>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <PrintButton />
        <ButtonLink variant="quiet" to="/verify">
          Check another number
        </ButtonLink>
      </div>
    </section>
  );
}

const Number = ({ code }: { code: string }) => (
  <Link className="link" to={`/verify/${code}`}>
    {code}
  </Link>
);

function Headline({ holder, course, expiresAt, status, issuer, renewedAs }: VerifiedCertificate) {
  if (status === 'revoked') {
    return (
      <>
        <Verdict tone="bad" icon={Ban}>
          This certificate was revoked
        </Verdict>
        <h1 className="t-l verify-title" id="verified">
          Please don’t rely on this certificate
        </h1>
        <p className="verify-text">
          {issuer} took it back. It isn’t valid any more, whatever the paper says. We don’t publish the
          reason.
        </p>
      </>
    );
  }
  if (status === 'expired') {
    return (
      <>
        <Verdict tone="soon" icon={Clock}>
          Expired on {formatFullDay(expiresAt ?? '')}
        </Verdict>
        <h1 className="t-l verify-title" id="verified">
          {holder} held this until {formatMonth(expiresAt ?? '')}
        </h1>
        <p className="verify-text">{expiredForStrangers({ course, renewedAs })}</p>
      </>
    );
  }
  return (
    <>
      <Verdict tone="ok" icon={Check}>
        This certificate is valid
      </Verdict>
      <h1 className="t-xl verify-name" id="verified">
        {holder}
      </h1>
      <p className="meta mt-4">holds the</p>
      <p className="t-s">{course}</p>
    </>
  );
}

function PrintButton() {
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  return (
    <Button icon={<Printer className="icon" aria-hidden="true" />} onClick={() => window.print()}>
      Print or save this check
    </Button>
  );
}

function Ask({ typed, problem }: Checked) {
  const { supportEmail } = useRootData();
  return (
    <section className="verify-ask" aria-labelledby="verified">
      {problem ? (
        <Verdict tone="bad" icon={Clock}>
          Too many checks
        </Verdict>
      ) : (
        typed !== '' && (
          <Verdict tone="none" icon={CircleHelp}>
            We don’t know this number
          </Verdict>
        )
      )}
      <h1 className="t-l verify-title" id="verified">
        {problem
          ? 'Wait a minute, then check again'
          : typed === ''
            ? 'Check a certificate'
            : `No certificate has the number ${typed}`}
      </h1>
      <p className="verify-text">
        {problem ??
          (typed === ''
            ? 'Type the number printed on it, or scan its code with your phone. You’ll see whether we issued it, and whether it’s valid today.'
            : 'It may be a slip of one letter. Numbers never use the letters O or I, only zero and one.')}
      </p>
      <form className="verify-form" action="/verify" method="get">
        <FormField label="Number on the certificate">
          <Input
            name="code"
            required
            maxLength={60}
            placeholder="RLV-0000-0000"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </FormField>
        <Button type="submit" variant="primary">
          Check this number
        </Button>
      </form>
      {typed !== '' && !problem && (
        <p className="meta mt-6">
          Still nothing?{' '}
          <a className="link" href={`mailto:${supportEmail}`}>
            Send us a photo of the certificate
          </a>{' '}
          and a person will look.
        </p>
      )}
    </section>
  );
}
