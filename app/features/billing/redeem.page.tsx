// Redeeming a gift code: what it would do first, then one button.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MetaArgs, useNavigate, useSearchParams } from 'react-router';
import type { GiftPreview } from '#shared/features/billing/gift.schema.ts';
import { formatFullDay } from '#shared/dates.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rememberDestination } from '#app/lib/sign-in-redirect.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { useUser } from '#app/lib/user.api.ts';
import { previewGiftQuery, useRedeemGift } from './gift.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Redeem a gift',
    description: 'Redeem the code of a membership you were given.',
    path: '/subscription/redeem',
    isHidden: true,
  });
}

export default function RedeemPage() {
  const isHydrated = useHydrated();
  const [search, setSearch] = useSearchParams();
  const code = isHydrated ? (search.get('code') ?? '') : '';
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">Redeem a gift</h1>
      <div className="mt-6 grid max-w-136 gap-8">
        <CodeForm
          key={code}
          code={code}
          onCheck={(next) => setSearch({ code: next }, { replace: true, preventScrollReset: true })}
        />
        {code !== '' && <Offer code={code} />}
        <NeedsScript what="Redeeming a gift" />
      </div>
    </div>
  );
}

function CodeForm({ code, onCheck }: { code: string; onCheck: (code: string) => void }) {
  const [typed, setTyped] = useState(code);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onCheck(typed.trim());
      }}
    >
      <FormField label="Gift code" help="From the email, such as ABCD-EFGH-JKLM-NPQR.">
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </FormField>
      <div>
        <Button variant={code === '' ? 'primary' : 'second'} type="submit">
          Check code
        </Button>
      </div>
    </form>
  );
}

function Offer({ code }: { code: string }) {
  const user = useUser();
  const query = useQuery({ ...previewGiftQuery(code), enabled: user !== undefined });
  if (query.error) {
    return (
      <Notice tone="bad" isAlert>
        {failureTextOf(query.error)}
      </Notice>
    );
  }
  if (!query.data) {
    return (
      <SkeletonGroup label="Looking for your gift">
        <Skeleton className="h-40" />
      </SkeletonGroup>
    );
  }
  return <Gift key={code} code={code} gift={query.data} isSignedIn={Boolean(user)} />;
}

function Gift({ code, gift, isSignedIn }: { code: string; gift: GiftPreview; isSignedIn: boolean }) {
  const { planName, fromName, message, problem } = gift;
  return (
    <section className="border-t border-ink pt-6" aria-labelledby="gift">
      <h2 className="t-m" id="gift">
        A year of {planName}
      </h2>
      <p className="meta mt-1">{fromName === '' ? 'A gift' : `From ${fromName}`}</p>
      {message !== '' && (
        <blockquote className="mt-4 whitespace-pre-line wrap-anywhere">{message}</blockquote>
      )}
      <p className="mt-4 mb-6">{problem === null && effectText(gift)}</p>
      {problem !== null && <Notice tone="warn">{problem}</Notice>}
      {!isSignedIn ? <SignIn /> : problem === null && <Redeem code={code} />}
    </section>
  );
}

/** What happens, before it does. */
function effectText({ effect, planName, extendedPlanName, days, endsAt }: GiftPreview): string {
  const end = endsAt === null ? '' : formatFullDay(endsAt);
  if (effect === 'extend') {
    const isOther = extendedPlanName !== planName;
    const why = isOther
      ? ` You keep ${extendedPlanName ?? 'your plan'}: the gift is worth that many of its days.`
      : '';
    return `It adds ${days ?? 0} days to your membership, which then lasts until ${end}. Nothing is charged before.${why}`;
  }
  if (effect === 'replace_trial') {
    return `It replaces your trial: ${planName} starts today and lasts until ${end}. No card is needed, and it ends by itself.`;
  }
  if (effect === 'start') {
    return `It starts today and lasts until ${end}. No card is needed, and it ends by itself.`;
  }
  return 'It starts when you redeem it. No card is needed, and it ends by itself.';
}

function SignIn() {
  const comeBack = () => rememberDestination(window.location.pathname + window.location.search);
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink variant="primary" to="/auth" onClick={comeBack}>
        Sign in to redeem it
      </ButtonLink>
      <ButtonLink to="/register" onClick={comeBack}>
        Register
      </ButtonLink>
    </div>
  );
}

function Redeem({ code }: { code: string }) {
  const redeem = useRedeemGift();
  const navigate = useNavigate();
  return (
    <>
      {redeem.error && (
        <Notice tone="bad" isAlert className="mb-4">
          {failureTextOf(redeem.error)}
        </Notice>
      )}
      <Button
        variant="primary"
        size="l"
        isBusy={redeem.isPending}
        onClick={() =>
          redeem.mutate(code, {
            onSuccess: () => {
              toast({ title: 'Gift redeemed' });
              void navigate('/profile/membership');
            },
          })
        }
      >
        Redeem gift
      </Button>
    </>
  );
}
