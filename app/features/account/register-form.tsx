// The registration form.
import { useId } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { RegisterBody } from '#shared/features/account/account.schema.ts';
import { friendlyMessage, registrationFailureText } from '#shared/features/account/account.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { showServerErrors } from '#app/lib/form-errors.ts';
import { readSignUpReason, signUpSentence } from '#app/lib/sign-up-reason.ts';
import { lazyResolver } from '#app/lib/lazy-resolver.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { NeedsScript } from '#app/components/ui/needs-script.tsx';
import { NewPasswordField, findPasswordProblem } from './new-password-field.tsx';
import { useRegister } from './session.api.ts';

export const REGISTER_RULES = lazyResolver<RegisterBody>(
  async () => (await import('#shared/features/account/account.schema.ts')).registerBody,
);
export const REGISTER_FIELDS = ['firstName', 'lastName', 'username', 'email', 'password', 'reasons'] as const;

export const EMPTY_REGISTRATION = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  reasons: [],
};

/** Name and address passed on by the page that linked here, after a guest's purchase. */
function usePrefilledFields(): Pick<RegisterBody, 'firstName' | 'lastName' | 'email'> {
  const state = (useLocation().state ?? {}) as Record<string, unknown>;
  const textOf = (name: string) => (typeof state[name] === 'string' ? state[name] : '');
  return { firstName: textOf('firstName'), lastName: textOf('lastName'), email: textOf('email') };
}

export function RegisterForm() {
  const reason = readSignUpReason(useLocation().state);
  const registration = useRegister(reason);
  const isHydrated = useHydrated();
  const form = useForm<RegisterBody>({
    resolver: REGISTER_RULES,
    defaultValues: { ...EMPTY_REGISTRATION, ...usePrefilledFields() },
  });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    const problem = await findPasswordProblem(body.password, userInputs(body));
    if (problem) return form.setError('password', { message: problem }, { shouldFocus: true });
    registration.mutate(body, {
      onError: (error) => showServerErrors(error, form, REGISTER_FIELDS, friendlyMessage),
    });
  });
  return (
    <form className="auth-form" method="post" noValidate={isHydrated} onSubmit={(event) => void send(event)}>
      <h1 className="t-l">Create your account</h1>
      {reason && <p className="lead wrap-anywhere">Create it {signUpSentence(reason)}.</p>}
      {/* Not an alert: the toast has announced it. */}
      {errors.root && (
        <Notice tone="bad">
          <strong>Registration failed.</strong> {registrationFailureText(registration.error)}
        </Notice>
      )}
      <NameFields form={form} />
      <PasswordField form={form} />
      <Reasons form={form} />
      <NeedsScript what="Creating an account" />
      <Button variant="primary" size="l" type="submit" isBusy={registration.isPending || isSubmitting}>
        Create account
      </Button>
    </form>
  );
}

type PartProps = { form: UseFormReturn<RegisterBody> };

export function NameFields({ form: { register, formState } }: PartProps) {
  const { errors } = formState;
  return (
    <>
      <div className="auth-names">
        <FormField label="First name" error={errors.firstName?.message} isRequired>
          <Input autoComplete="given-name" {...register('firstName')} />
        </FormField>
        <FormField label="Last name" error={errors.lastName?.message} isRequired>
          <Input autoComplete="family-name" {...register('lastName')} />
        </FormField>
      </div>
      <FormField
        label="Username"
        help="You sign in with it, and it’s visible on your profile."
        error={errors.username?.message}
        isRequired
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('username')} />
      </FormField>
      <FormField
        label="Email address"
        help="We’ll send you a link to confirm it."
        error={errors.email?.message}
        isRequired
      >
        <Input
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...register('email')}
        />
      </FormField>
    </>
  );
}

export function PasswordField({ form: { register, formState, control } }: PartProps) {
  const [password, ...own] = useWatch({
    control,
    name: ['password', 'firstName', 'lastName', 'username', 'email'],
  });
  return (
    <NewPasswordField
      label="Password"
      error={formState.errors.password?.message}
      password={password}
      userInputs={own}
      {...register('password')}
    />
  );
}

function Reasons({ form: { register } }: PartProps) {
  const helpId = useId();
  return (
    <fieldset className="auth-reasons" aria-describedby={helpId}>
      <legend className="label">
        What brings you here?<span className="label-note"> (optional)</span>
      </legend>
      <Checkbox value="learn" {...register('reasons')}>
        Learn and get certified
      </Checkbox>
      <Checkbox value="sell" {...register('reasons')}>
        Sell teaching material
      </Checkbox>
      <Checkbox value="teach" {...register('reasons')}>
        Teach and be booked
      </Checkbox>
      <p className="help" id={helpId}>
        To sell or teach, you need our approval. We’ll review your application and email you.
      </p>
    </fieldset>
  );
}

export function userInputs({ firstName, lastName, username, email }: RegisterBody): string[] {
  return [firstName, lastName, username, email];
}
