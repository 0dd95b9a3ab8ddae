// A field for a new password: says while one types how hard it is to guess. Length and lists decide, no recipe of
// signs and digits.
import { useDeferredValue, useState, type ComponentProps, type ReactNode } from 'react';
import { PASSWORD_MIN } from '#shared/features/account/account.rules.ts';
import type { PasswordStrength } from '#shared/features/account/password-strength.ts';
import { FormField } from '#app/components/ui/form-field.tsx';
import { PasswordInput } from '#app/components/ui/password-input.tsx';
import { loadJudge, type Judge } from './password-strength-judge.ts';
import './password-strength.css';

const ADVICE = `At least ${PASSWORD_MIN} characters. A few unrelated words make a good one.`;

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'autoComplete' | 'value'> & {
  label: string;
  error?: ReactNode;
  /** What has been typed so far. */
  password: string;
  /** The person's own names and address, which protect nothing. */
  ownWords: readonly string[];
};

export function NewPasswordField({ label, error, password, ownWords, ...input }: NewPasswordFieldProps) {
  const [judge, setJudge] = useState<Judge | null>(null);
  // Typing must not wait for the judgement.
  const judged = useDeferredValue(password);
  const strength = judge && judged !== '' ? judge(judged, ownWords) : null;
  const wakeJudge = () => void loadJudge().then((loaded) => setJudge(() => loaded));
  return (
    <FormField label={label} error={error} help={strength?.problem ?? ADVICE} isRequired>
      <PasswordInput
        autoComplete="new-password"
        {...input}
        onFocus={wakeJudge}
        // A password manager fills in without a visit of the cursor.
        onInput={wakeJudge}
      />
      <StrengthMeter strength={strength} />
    </FormField>
  );
}

const STEPS = [1, 2, 3, 4];

/** Always there, even empty: a live region must exist before its words do. */
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
