// Light, dark, or as the system says: for looking at this page only, nothing is remembered.
import { useState } from 'react';
import { Chip } from '#app/components/ui/chip.tsx';

const themes = ['system', 'light', 'dark'] as const;

export function ThemeChoice() {
  const [theme, setTheme] = useState<(typeof themes)[number]>('system');
  const choose = (next: (typeof themes)[number]) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label="Theme">
      {themes.map((name) => (
        <Chip key={name} isPressed={theme === name} onClick={() => choose(name)}>
          {name}
        </Chip>
      ))}
    </div>
  );
}
