// Light, dark, or as the system says: for looking at this page only, nothing is remembered.
import { useState } from 'react';
import { Chip } from '#app/components/ui/chip.tsx';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

function applyTheme(theme: Theme) {
  const page = document.documentElement;
  if (theme === 'system') page.removeAttribute('data-theme');
  else page.setAttribute('data-theme', theme);
}

export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('system');
  const choose = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label="Theme">
      {themes.map((name) => (
        <Chip key={name} isPressed={theme === name} onClick={() => choose(name)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}
