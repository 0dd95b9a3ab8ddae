// Shown when an order doesn't exist or isn't the visitor's, with what they can do about it.
import { useId, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { useSendOrderLinks } from './order.api.ts';

type MissingOrderProps = { isGuest: boolean; onSignIn: () => void };

export function MissingOrder({ isGuest, onSignIn }: MissingOrderProps) {
  return (
    <div className="wrap pt-10 md:pt-14">
      <h1 className="t-l">We can’t find this order</h1>
      <p className="lead mt-4 max-w-measure">
        {isGuest
          ? 'Sign in with the account that paid, or use the link in your order email.'
          : 'It may belong to another account, or the link may be incomplete. Everything you own is in My purchases.'}
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        {isGuest ? (
          <ButtonLink variant="primary" to="/auth" onClick={onSignIn}>
            Sign in
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to="/my-purchases">
            See my purchases
          </ButtonLink>
        )}
        <ButtonLink to="/curriculum">Browse the curriculum</ButtonLink>
      </div>
      {isGuest && (
        <Part title="Lost the email?">
          <LinksForm />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="mt-12 max-w-136 border-t border-ink pt-6" aria-labelledby={id}>
      <h2 className="t-s" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function LinksForm() {
  const send = useSendOrderLinks();
  const form = useForm({ defaultValues: { email: '' } });
  const { errors } = form.formState;
  if (send.isSuccess) {
    return (
      <Notice tone="ok" isAlert className="mt-4">
        If there are guest orders for this address, we’ve emailed you their links.
      </Notice>
    );
  }
  const submit = form.handleSubmit(({ email }) =>
    send.mutate(email.trim(), { onError: (error) => showServerErrors(error, form, ['email']) }),
  );
  return (
    <form className="mt-3 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <FormField
        label="Email"
        help="The address you used at checkout. We’ll email you links to your orders."
        error={errors.email?.message ?? errors.root?.message}
        isRequired
      >
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email', {
            validate: (text) => text.includes('@') || 'Enter an email address, such as name@example.com.',
          })}
        />
      </FormField>
      <div>
        <Button type="submit" isBusy={send.isPending}>
          Email me the links
        </Button>
      </div>
    </form>
  );
}
