// The two-factor code: digits from the app, or a recovery code, which contains letters.
import { useState, type ComponentProps } from 'react';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';

type CodeFieldProps = ComponentProps<'input'> & { error: string | undefined };

export function CodeField({ error, ...input }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <FormField
      label={isRecovery ? 'Recovery code' : 'Authenticator code'}
      help={
        isRecovery
          ? 'One of the codes you saved when you set up the app.'
          : 'The six digits in your authenticator app.'
      }
      error={error}
      isRequired
      aside={
        <button type="button" className="link meta" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </button>
      }
    >
      <Input
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        {...input}
      />
    </FormField>
  );
}
