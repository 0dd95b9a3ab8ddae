// A password that can be shown. The button says what pressing it will do.
import Eye from 'icon:eye';
import EyeOff from 'icon:eye-off';
import { useState, type ComponentProps } from 'react';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="input-end">
      <Input autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        icon={<Icon size={18} aria-hidden="true" />}
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}
