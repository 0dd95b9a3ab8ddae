// The code of the second factor: digits of the app with a keyboard of digits; recovery codes hold letters.
import { useState, type ComponentProps } from 'react';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';

type CodeFieldProps = ComponentProps<'input'> & { error: string | undefined };

export function CodeField({ error, ...input }: CodeFieldProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <FormField
      label={isRecovery ? 'Recovery code' : 'Code of your authenticator app'}
      help={isRecovery ? 'One of those you kept when you set the app up.' : 'Six digits, or a recovery code.'}
      error={error}
      isRequired
      aside={
        <button type="button" className="link meta" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? 'Use the app' : 'No telephone?'}
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
