// Recovery codes, shown this once: each lets their owner in a single time when the telephone is gone.
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useRootData } from '#app/lib/root-data.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { CopyButton } from '#app/components/ui/copy-button.tsx';

type RecoveryCodesProps = { codes: readonly string[]; username: string; onDone: () => void };

export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const { siteName } = useRootData();
  const [isKept, setKept] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // What asked for them is gone, and these must not be missed.
  useEffect(() => box.current?.focus(), []);
  const save = () =>
    saveFile(
      'recovery-codes.txt',
      `Recovery codes of ${username} at ${siteName}\nEach works once.\n\n${codes.join('\n')}\n`,
      'text/plain',
    );
  return (
    <div ref={box} tabIndex={-1} className="grid gap-5">
      <Notice tone="warn">
        Without your telephone, one of these lets you in; each works once. Keep them where you keep your
        passwords. We show them only now.
      </Notice>
      <ul aria-label="Recovery codes" className="recovery-codes num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
        <Button icon={<Download className="icon" aria-hidden="true" />} onClick={save}>
          Download as text
        </Button>
      </div>
      <Checkbox
        checked={isKept}
        onChange={(event) => setKept(event.target.checked)}
        error={isReminded && !isKept ? 'Tick this once you have them somewhere safe.' : undefined}
      >
        I have kept these
      </Checkbox>
      <div>
        <Button variant="primary" onClick={() => (isKept ? onDone() : setReminded(true))}>
          Done
        </Button>
      </div>
    </div>
  );
}
