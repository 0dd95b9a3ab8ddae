// The page with real names: the shortest, the usual and the longest, and every script we print.
import { useState } from 'react';
import { CertificateDrawing } from '#app/components/certificate/certificate-drawing.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import type { CertificateDrawing as Drawing } from '#shared/features/certificate-template/drawing.rules.ts';
import { SAMPLE_NAMES, type SampleName } from '#shared/features/certificate-template/template-samples.ts';

const LENGTHS = { shortest: 'Shortest', usual: 'Usual', longest: 'Longest' } as const;
const SCRIPTS = (Object.keys(SAMPLE_NAMES) as SampleName[]).filter((name) => !(name in LENGTHS));

type PreviewProps = {
  sample: SampleName;
  onSample: (sample: SampleName) => void;
  drawing: Drawing;
};

export function TemplatePreview({ sample, onSample, drawing }: PreviewProps) {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <section className="template-preview" aria-labelledby="preview-title">
      <div className="template-preview-top">
        <h2 id="preview-title" className="t-s">
          Preview
        </h2>
        <Button variant="quiet" size="s" onClick={() => setIsLarge(true)}>
          Open full size
        </Button>
      </div>
      <div className="template-lengths" role="group" aria-label="Preview with">
        {(Object.keys(LENGTHS) as (keyof typeof LENGTHS)[]).map((length) => (
          <button
            key={length}
            type="button"
            aria-pressed={sample === length}
            onClick={() => onSample(length)}
          >
            {LENGTHS[length]}
          </button>
        ))}
      </div>
      <Select
        className="mt-2"
        aria-label="Script"
        value={sample in LENGTHS ? '' : sample}
        placeholder="Latin letters"
        options={SCRIPTS.map((script) => ({ value: script, label: script }))}
        onChange={(event) => {
          const chosen = SCRIPTS.find((script) => script === event.target.value);
          onSample(chosen ?? 'usual');
        }}
      />
      <CertificateDrawing drawing={drawing} className="mt-4" />
      <FitNotice drawing={drawing} />
      <Dialog isOpen={isLarge} onOpenChange={setIsLarge} title="Preview" isWide>
        <CertificateDrawing drawing={drawing} />
      </Dialog>
    </section>
  );
}

const LINE_COUNTS = ['', 'one line', 'two lines', 'three lines', 'four lines'];

function FitNotice({ drawing: { elements } }: { drawing: Drawing }) {
  const texts = elements.flatMap((element) => (element.kind === 'text' ? [element] : []));
  const name = texts.find(({ id }) => id.startsWith('name'));
  const tooLong = texts.find(({ isReadable }) => !isReadable);
  if (tooLong) {
    return (
      <Notice tone="bad" className="mt-4">
        Too long: it would be printed at {tooLong.size} pt. Make the box wider or taller.
      </Notice>
    );
  }
  if (!name || name.lines.length === 0) {
    return (
      <Notice tone="warn" className="mt-4">
        The learner’s name isn’t on the page.
      </Notice>
    );
  }
  const { length } = name.lines;
  return (
    <Notice tone="ok" className="mt-4">
      Fits on {LINE_COUNTS[length] ?? `${length} lines`} at {name.size} pt.
    </Notice>
  );
}
