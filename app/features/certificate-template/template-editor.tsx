// The editor of a certificate template: layers, the page, and what is chosen on it.
import Monitor from 'icon:monitor';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Notice } from '#app/components/ui/notice.tsx';
import { drawTemplate } from '#shared/features/certificate-template/drawing.rules.ts';
import {
  pageSize,
  type Placeholder,
  PLACEHOLDERS,
  type TemplateLayout,
} from '#shared/features/certificate-template/certificate-template.rules.ts';
import { drawQr } from '#shared/features/certificate-template/qr.rules.ts';
import {
  SAMPLE_NAMES,
  SAMPLE_TEXT,
  type SampleName,
} from '#shared/features/certificate-template/template-samples.ts';
import type { CertificateTemplate, TemplateImage } from './certificate-template.api.ts';
import { EditorBar } from './editor-bar.tsx';
import { ElementProperties } from './element-properties.tsx';
import { LayerList } from './layer-list.tsx';
import { addElement, type NewElement } from './layout-changes.ts';
import { useMeasure } from './measure-text.ts';
import { DRAGGED_PLACEHOLDER, PageBoard } from './page-board.tsx';
import { PageTools } from './page-tools.tsx';
import type { Guide } from './snapping.ts';
import { TemplatePreview } from './template-preview.tsx';
import { type Uploads, useTemplateImages } from './use-template-images.ts';
import { type TemplateDraft, useTemplateDraft } from './use-template-draft.ts';
import './template-editor.css';

const SAMPLE_QR = drawQr('https://releve.example/verify/RLV-8K2M-4T9Q');
/** The page shows what stands where; the preview next to it shows real names. */
const LABELS = { ...PLACEHOLDERS };

type EditorProps = { template: CertificateTemplate; uploads: Uploads };

export function TemplateEditor({ template, uploads }: EditorProps) {
  const draft = useTemplateDraft(template);
  const measure = useMeasure();
  const [chosenId, setChosenId] = useState<string | null>('name');
  const [guides, setGuides] = useState<Guide[]>([]);
  const [sample, setSample] = useState<SampleName>('longest');
  const [images, setImages] = useState<readonly TemplateImage[]>(template.images);
  const { layout, record } = draft;
  const isReadOnly = !record.canEdit;
  const chosen = layout.elements.find(({ id }) => id === chosenId);

  const choose = (id: string | null) => {
    if (id !== chosenId) setGuides([]);
    setChosenId(id);
  };
  const add = (element: NewElement) => {
    const added = addElement(layout, element);
    draft.change(added.layout);
    choose(added.id);
  };
  const { upload, isUploading } = useTemplateImages(record.id, uploads, (image, as) => {
    setImages((known) => [...known, image]);
    add({ image, as });
  });
  const urls = useMemo(() => new Map(images.map(({ id, url }) => [id, url])), [images]);
  const pages = useMemo(() => {
    if (!measure) return null;
    const draw = (text: typeof SAMPLE_TEXT, title: string) =>
      drawTemplate({ layout, text, title, qr: SAMPLE_QR, measure, imageUrl: (id) => urls.get(id) ?? null });
    return {
      board: draw(LABELS, 'The page'),
      preview: draw({ ...SAMPLE_TEXT, name: SAMPLE_NAMES[sample] }, `Preview: ${SAMPLE_NAMES[sample]}`),
    };
  }, [layout, measure, sample, urls]);
  useUndoKeys(draft);
  return (
    <div className="template-editor">
      <EditorBar draft={draft} isUploading={isUploading} />
      <main id="content" className="template-columns">
        <div className="template-phone">
          <Notice icon={<Monitor className="icon" aria-hidden="true" />}>
            Here you can read, rename and preview. To move things on the page, open this on a larger screen.
          </Notice>
        </div>
        <aside className="template-side" aria-label="Layers and placeholders">
          <LayerList
            layout={layout}
            chosenId={chosenId}
            isReadOnly={isReadOnly}
            onChoose={choose}
            onChange={(next) => draft.change(next)}
            onAdd={add}
            onImage={upload}
          />
          {!isReadOnly && <Placeholders onAdd={(placeholder) => add({ placeholder })} />}
        </aside>
        {pages && measure ? (
          <Desk
            layout={layout}
            isReadOnly={isReadOnly}
            renderBoard={(scale) => (
              <PageBoard
                layout={layout}
                drawing={pages.board}
                measure={measure}
                scale={scale}
                chosenId={chosenId}
                isReadOnly={isReadOnly}
                guides={guides}
                onChoose={choose}
                onChange={draft.change}
                onGuides={setGuides}
              />
            )}
            onChange={(next) => draft.change(next)}
          />
        ) : (
          <div className="template-desk" aria-busy="true" />
        )}
        <aside className="template-inspector" aria-label="Properties and preview">
          {chosen && !isReadOnly ? (
            <ElementProperties
              key={chosen.id}
              layout={layout}
              element={chosen}
              guides={guides}
              onChange={draft.change}
            />
          ) : (
            <p className="template-properties small">
              {isReadOnly ? 'Duplicate this template to change it.' : 'Choose something on the page.'}
            </p>
          )}
          {pages && <TemplatePreview sample={sample} onSample={setSample} drawing={pages.preview} />}
        </aside>
      </main>
    </div>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z, except in fields, which have their own. */
function useUndoKeys({ undo, redo }: Pick<TemplateDraft, 'undo' | 'redo'>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [undo, redo]);
}

type DeskProps = {
  layout: TemplateLayout;
  isReadOnly: boolean;
  renderBoard: (scale: number) => ReactNode;
  onChange: (layout: TemplateLayout) => void;
};

/** Pixels per point at 100 %: a point is 1/72 inch, a CSS pixel 1/96. */
const FULL_SIZE = 96 / 72;
const ZOOMS = [0.25, 0.33, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2];

/** Starts at the largest zoom that shows the whole page. */
function Desk({ layout, isReadOnly, renderBoard, onChange }: DeskProps) {
  const desk = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const [fitting, setFitting] = useState(0.65);
  const { width, height } = pageSize(layout);
  useEffect(() => {
    const { current } = desk;
    if (!current) return undefined;
    const fit = () => {
      const room = Math.min(
        (current.clientWidth - 60) / (width * FULL_SIZE),
        (window.innerHeight - 210) / (height * FULL_SIZE),
      );
      setFitting(Math.max(0.2, Math.floor(room * 100) / 100));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    return () => observer.disconnect();
  }, [width, height]);
  const shown = zoom ?? fitting;
  const step = (by: 1 | -1) => {
    const next = by > 0 ? ZOOMS.find((one) => one > shown) : ZOOMS.findLast((one) => one < shown);
    if (next) setZoom(next);
  };
  return (
    <section ref={desk} className="template-desk" aria-label="Page">
      <div className="template-scroll">{renderBoard(shown * FULL_SIZE)}</div>
      <PageTools layout={layout} isReadOnly={isReadOnly} zoom={shown} onZoom={step} onChange={onChange} />
    </section>
  );
}

function Placeholders({ onAdd }: { onAdd: (placeholder: Placeholder) => void }) {
  return (
    <section className="template-placeholders" aria-labelledby="placeholders-title">
      <h2 id="placeholders-title" className="t-s">
        Placeholders
      </h2>
      <p className="small">Drag one onto the page. We fill it in when the certificate is issued.</p>
      <div className="template-chips">
        {(Object.keys(PLACEHOLDERS) as Placeholder[]).map((placeholder) => (
          <button
            key={placeholder}
            type="button"
            className="chip"
            draggable
            onDragStart={(event) => event.dataTransfer.setData(DRAGGED_PLACEHOLDER, placeholder)}
            onClick={() => onAdd(placeholder)}
          >
            {PLACEHOLDERS[placeholder]}
          </button>
        ))}
      </div>
    </section>
  );
}
