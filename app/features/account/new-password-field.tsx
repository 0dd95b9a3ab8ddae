// The field for a new password, with a strength meter: length and lists of leaked passwords count, not a mix of
// character classes.
import { useDeferredValue, useState, type ComponentProps, type ReactNode } from 'react';
import { PASSWORD_MIN } from '#shared/features/account/account.rules.ts';
import type { PasswordStrength, ratePassword } from '#shared/features/account/password-strength.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import './password-strength.css';

const ADVICE = `At least ${PASSWORD_MIN} characters. A few unrelated words make a good one.`;

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete' | 'value'> & {
  label: string;
  error?: ReactNode;
  password: string;
  /** The user's names and address, which are easy to guess. */
  userInputs: readonly string[];
};

export function NewPasswordField({ label, error, password, userInputs, ...input }: NewPasswordFieldProps) {
  const [rate, setRate] = useState<PasswordStrengthCheck | null>(null);
  // Deferred, so that rating doesn't slow down typing.
  const rated = useDeferredValue(password);
  const strength = rate && rated !== '' ? rate(rated, userInputs) : null;
  const load = () => void loadPasswordStrengthCheck().then((loaded) => setRate(() => loaded));
  return (
    <FormField label={label} error={error} help={strength?.problem ?? ADVICE} isRequired>
      <PasswordInput
        autoComplete="new-password"
        {...input}
        onFocus={load}
        // Password managers fill in the field without focusing it.
        onInput={load}
      />
      <StrengthMeter strength={strength} />
    </FormField>
  );
}

const STEPS = [1, 2, 3, 4];

/** Rendered even when empty: a live region must exist before its text does. */
function StrengthMeter({ strength }: { strength: PasswordStrength | null }) {
  return (
    <div className="strength" data-score={strength?.score}>
      {strength && (
        <span className="strength-bar" aria-hidden="true">
          {STEPS.map((step) => (
            <span key={step} data-on={step <= Math.max(strength.score, 1) || undefined} />
          ))}
        </span>
      )}
      <span className="strength-label" aria-live="polite">
        {strength && (
          <>
            <span className="sr-only">Password strength: </span>
            {strength.label}
          </>
        )}
      </span>
    </div>
  );
}

type PasswordStrengthCheck = typeof ratePassword;

let loading: Promise<PasswordStrengthCheck | null> | undefined;

/** Loaded on demand because its lists are large. Null if that fails: the server checks anyway, and the next call retries. */
function loadPasswordStrengthCheck(): Promise<PasswordStrengthCheck | null> {
  loading ??= import('#shared/features/account/password-strength.ts').then(
    (module) => module.ratePassword,
    () => {
      loading = undefined;
      return null;
    },
  );
  return loading;
}

/** What is wrong with a password, checked before sending it. */
export async function findPasswordProblem(
  password: string,
  userInputs: readonly string[],
): Promise<string | null> {
  const rate = await loadPasswordStrengthCheck();
  return rate?.(password, userInputs).problem ?? null;
}
