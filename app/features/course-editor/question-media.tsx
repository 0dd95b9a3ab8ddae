// What a question shows, and answers that point at it: areas of a picture, a moment in a video.
import { useRef, useState, type KeyboardEvent, type PointerEvent, type Ref } from 'react';
import { describeSecond, type Region } from '#shared/features/quiz/question.rules.ts';
import { MOST_REGIONS, type QuestionKind } from '#shared/features/quiz/quiz.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { ChooseFiles, NumberField } from './editor-parts.tsx';
import './question.css';
import {
  describeRegion,
  dragRegion,
  moveRegion,
  type Point,
  type RegionDrag,
  resizeRegion,
} from './hotspot-regions.ts';
import type { QuestionProps } from './question-values.ts';

const urlOf = (fileId: number) => `/api/course-files/${fileId}`;

const WANTED: Partial<Record<QuestionKind, { accept: string; label: string }>> = {
  hotspot: { accept: 'image/*', label: 'picture' },
  moment: { accept: 'video/*', label: 'video' },
};
const ANY = { accept: 'image/*,video/*,audio/*', label: 'picture or video' };

export function QuestionMedia({ question, name, files, onUpload, onChange }: QuestionProps) {
  const { kind, fileId } = question;
  const { accept, label } = WANTED[kind] ?? ANY;
  const file = files.find(({ id }) => id === fileId);
  const isPointedAt = kind === 'hotspot' || kind === 'moment';
  return (
    <div className="editor-question-media">
      {file && !isPointedAt && <FileView file={file} />}
      <div className="editor-adds">
        {onUpload && (
          <ChooseFiles
            label={fileId === null ? `Upload a ${label}` : `Replace the ${label}`}
            context={name}
            accept={accept}
            onFiles={([chosen]) => chosen && onUpload(chosen)}
          />
        )}
        {fileId !== null && (
          <Button variant="quiet" size="s" onClick={() => onChange({ ...question, fileId: null })}>
            Remove {file?.name ?? 'the file'}
          </Button>
        )}
      </div>
    </div>
  );
}

function FileView({ file }: { file: QuestionProps['files'][number] }) {
  if (file.kind === 'image') return <img className="editor-picture" src={urlOf(file.id)} alt={file.name} />;
  if (file.kind === 'video') return <Clip fileId={file.id} />;
  return <p className="meta wrap-anywhere">{file.name}</p>;
}

function Clip({ fileId, ref }: { fileId: number; ref?: Ref<HTMLVideoElement> }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the author's own view of the clip
    <video ref={ref} className="editor-picture" src={urlOf(fileId)} controls playsInline preload="metadata" />
  );
}

const STEP = 0.01;
const STEPS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const NEW_AREA: Region = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };

export function HotspotAnswer({ question, onChange }: QuestionProps) {
  const regions = (question.answerKey['regions'] as Region[] | undefined) ?? [];
  const save = (next: Region[]) =>
    onChange({ ...question, answerKey: { ...question.answerKey, regions: next } });
  if (question.fileId === null) {
    return <p className="meta">Upload the picture, then mark where learners should point.</p>;
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <FormField
        label="What the picture shows"
        help="Read aloud to learners who can’t see it. Don’t give the answer away."
      >
        <Input
          maxLength={300}
          value={(question.content['alt'] as string | undefined) ?? ''}
          onChange={(event) => onChange({ ...question, content: { alt: event.target.value } })}
        />
      </FormField>
      <p className="small">
        Drag across the picture to mark a right area. Drag an area to move it, or its corner to change its
        size. With a keyboard: arrow keys move it, Shift and arrow keys change its size, Delete removes it.
      </p>
      <Picture fileId={question.fileId} regions={regions} onRegions={save} />
      <div className="editor-adds">
        <Button
          variant="quiet"
          size="s"
          disabled={regions.length >= MOST_REGIONS}
          onClick={() => save([...regions, NEW_AREA])}
        >
          Add an area
        </Button>
        {regions.length > 0 && (
          <Button variant="quiet" size="s" onClick={() => save(regions.slice(0, -1))}>
            Remove area {regions.length}
          </Button>
        )}
      </div>
    </div>
  );
}

type PictureProps = { fileId: number; regions: Region[]; onRegions: (regions: Region[]) => void };

function Picture({ fileId, regions, onRegions }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<RegionDrag | null>(null);
  const [dragged, setDragged] = useState<Region | null>(null);
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const within = (share: number) => Math.min(1, Math.max(0, share));
    return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
  };
  const shown = drag && dragged ? withRegion(regions, drag.at, dragged) : regions;
  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const found = dragAt(event.target as HTMLElement, regions, pointOf(event));
    if (!found) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag(found);
  };
  const finish = (event: PointerEvent) => {
    const region = drag && dragRegion(drag, pointOf(event));
    if (region) onRegions(withRegion(regions, drag.at, region));
    setDrag(null);
    setDragged(null);
  };
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const region = regions[at];
    const by = STEPS[event.key];
    if (!region || (!by && event.key !== 'Delete')) return;
    event.preventDefault();
    if (!by) return onRegions(regions.toSpliced(at, 1));
    return onRegions(regions.with(at, event.shiftKey ? resizeRegion(region, by) : moveRegion(region, by)));
  };
  return (
    <div
      ref={box}
      className="editor-spots"
      data-theme="light"
      onPointerDown={start}
      onPointerMove={(event) => drag && setDragged(dragRegion(drag, pointOf(event)))}
      onPointerUp={finish}
      onPointerCancel={() => {
        setDrag(null);
        setDragged(null);
      }}
    >
      <img src={urlOf(fileId)} alt="" draggable={false} />
      {shown.map((region, at) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- areas have no id; their place in the list is their name
          key={at}
          type="button"
          className="editor-spot"
          data-at={at}
          style={styleOf(region)}
          aria-label={`Area ${at + 1}: ${describeRegion(region)}`}
          onKeyDown={onKeyDown(at)}
        >
          {at + 1}
          <span className="editor-spot-corner" data-corner />
        </button>
      ))}
    </div>
  );
}

const withRegion = (regions: Region[], at: number, region: Region) =>
  at < regions.length ? regions.with(at, region) : [...regions, region];

/** What is under the pointer: the corner of an area, an area, or the picture. */
function dragAt(target: HTMLElement, regions: Region[], start: Point): RegionDrag | null {
  const at = Number(target.closest<HTMLElement>('[data-at]')?.dataset['at'] ?? regions.length);
  const before = regions[at];
  if (before) return { kind: target.closest('[data-corner]') ? 'resize' : 'move', at, start, before };
  return regions.length < MOST_REGIONS ? { kind: 'draw', at, start, before: NEW_AREA } : null;
}

const share = (value: number) => `${value * 100}%`;
const styleOf = ({ x, y, width, height }: Region) => ({
  left: share(x),
  top: share(y),
  width: share(width),
  height: share(height),
});

const LONGEST = 36_000;

export function MomentAnswer({ question, onChange }: QuestionProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [round, setRound] = useState(0);
  const { from = 0, to = 0 } = question.answerKey as { from?: number; to?: number };
  const save = (moment: { from: number; to: number }) =>
    onChange({ ...question, answerKey: { from: moment.from, to: Math.max(moment.from, moment.to) } });
  const now = () => Math.round((video.current?.currentTime ?? 0) * 10) / 10;
  const setFromVideo = (moment: { from: number; to: number }) => {
    save(moment);
    setRound((before) => before + 1);
  };
  if (question.fileId === null) {
    return <p className="meta">Upload the video, then set the moment learners should find.</p>;
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Clip fileId={question.fileId} ref={video} />
      <div className="editor-adds">
        <Button size="s" onClick={() => setFromVideo({ from: now(), to: Math.max(to, now()) })}>
          The moment starts here
        </Button>
        <Button size="s" onClick={() => setFromVideo({ from: Math.min(from, now()), to: now() })}>
          The moment ends here
        </Button>
      </div>
      <div key={round} className="editor-facts">
        <NumberField
          label="From second"
          min={0}
          max={LONGEST}
          step={0.1}
          value={from}
          onChange={(second) => second !== null && save({ from: second, to })}
        />
        <NumberField
          label="To second"
          min={0}
          max={LONGEST}
          step={0.1}
          value={to}
          onChange={(second) => second !== null && save({ from: Math.min(from, second), to: second })}
        />
      </div>
      <p className="small" role="status">
        Right is any moment from {describeSecond(from)} to {describeSecond(to)}.
      </p>
    </div>
  );
}
