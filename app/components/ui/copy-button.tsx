// Copies text and reports the result.
import Check from 'icon:check';
import Copy from 'icon:copy';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';

type Outcome = 'none' | 'copied' | 'refused';

const WORDS: Record<Outcome, string> = {
  none: '',
  copied: 'Copied.',
  refused: 'Your browser blocked it. Select the text and copy it yourself.',
};

export function CopyButton({ text, children }: { text: string; children: string }) {
  const [outcome, setOutcome] = useState<Outcome>('none');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <Button icon={<Icon className="icon" aria-hidden="true" />} onClick={() => void copy()}>
        {children}
      </Button>
      <span className="help" aria-live="polite">
        {WORDS[outcome]}
      </span>
    </>
  );
}
