// What only some lessons have: the terms of an assignment, the time and place of a live session.
import type { LessonContent } from '#shared/features/course-editor/course-editor.schema.ts';
import { weightOf } from '#shared/features/assignment/assignment.rules.ts';
import {
  DEFAULT_ASSESSMENT,
  HAND_IN_KINDS,
  type AssessmentSettings,
  type AssignmentSettings,
  type HandInKind,
} from '#shared/features/course/course.rules.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { toLocalInput } from '#app/lib/local-time.ts';
import { EditorPart, NumberField } from './editor-parts.tsx';
import type { DraftFields } from './use-draft-fields.ts';

const HAND_IN_LABELS: Readonly<Record<HandInKind, string>> = {
  text: 'Text',
  file: 'Files',
  video: 'A video',
};

export function AssignmentPart({ fields }: { fields: DraftFields<LessonContent> }) {
  const { assignment } = fields.values;
  if (!assignment) return <p className="meta mt-6">Saving the kind of lesson…</p>;
  const { accepts, rubric, passPoints } = assignment;
  const set = (changes: Partial<AssignmentSettings>) =>
    fields.set({ assignment: { ...assignment, ...changes } });
  const setLine = (id: string, changes: Partial<(typeof rubric)[number]>) =>
    set({ rubric: rubric.map((line) => (line.id === id ? { ...line, ...changes } : line)) });
  const total = rubric.reduce((sum, line) => sum + line.points, 0);
  return (
    <EditorPart title="Handing in">
      <AssessmentFields
        value={assignment.assessment ?? null}
        onChange={(assessment) => set({ assessment })}
      />
      <fieldset className="editor-facts">
        <legend className="small">Learners can hand in</legend>
        {HAND_IN_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            checked={accepts.includes(kind)}
            onChange={(event) => {
              const next = event.target.checked ? [...accepts, kind] : accepts.filter((one) => one !== kind);
              if (next.length > 0) set({ accepts: next });
            }}
          >
            {HAND_IN_LABELS[kind]}
          </Checkbox>
        ))}
      </fieldset>
      <ul className="editor-rubric">
        {rubric.map((line, at) => (
          <li key={line.id}>
            <Input
              aria-label={`Rubric line ${at + 1}`}
              maxLength={120}
              value={line.label}
              onChange={(event) => setLine(line.id, { label: event.target.value })}
            />
            <Input
              aria-label={`What ${line.label} means`}
              maxLength={500}
              value={line.description}
              onChange={(event) => setLine(line.id, { description: event.target.value })}
            />
            <NumberField
              label={`Points for ${line.label}, ${weightOf(line, rubric)}%`}
              min={1}
              max={100}
              value={line.points}
              onChange={(points) => points !== null && setLine(line.id, { points })}
            />
            <Button
              variant="quiet"
              size="s"
              onClick={() => set({ rubric: rubric.filter(({ id }) => id !== line.id) })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="s"
        onClick={() =>
          set({
            rubric: [...rubric, { id: crypto.randomUUID(), label: 'New line', description: '', points: 5 }],
          })
        }
      >
        Add a rubric line
      </Button>
      <NumberField
        label={`Points to pass, of ${total}`}
        min={0}
        max={Math.max(total, 1)}
        value={passPoints}
        onChange={(points) => points !== null && set({ passPoints: points })}
      />
    </EditorPart>
  );
}

type AssessmentFieldsProps = {
  value: AssessmentSettings | null;
  onChange: (assessment: AssessmentSettings | null) => void;
};

function AssessmentFields({ value, onChange }: AssessmentFieldsProps) {
  return (
    <fieldset className="editor-facts">
      <legend className="small">Practical assessment</legend>
      <Checkbox
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? DEFAULT_ASSESSMENT : null)}
      >
        This is the course’s practical assessment
      </Checkbox>
      {value && (
        <>
          <Checkbox
            checked={value.isLiveOffered}
            onChange={(event) => onChange({ ...value, isLiveOffered: event.target.checked })}
          >
            Learners can ask for a live session instead
          </Checkbox>
          <Checkbox
            checked={value.assessorCount === 2}
            onChange={(event) => onChange({ ...value, assessorCount: event.target.checked ? 2 : 1 })}
          >
            Two assessors must pass it
          </Checkbox>
        </>
      )}
    </fieldset>
  );
}

export function LivePart({ fields }: { fields: DraftFields<LessonContent> }) {
  const { liveSession } = fields.values;
  if (!liveSession) return <p className="meta mt-6">Saving the kind of lesson…</p>;
  const set = (changes: Partial<typeof liveSession>) =>
    fields.set({ liveSession: { ...liveSession, ...changes } });
  const setTime = (name: 'startsAt' | 'endsAt', value: string) => {
    if (value) set({ [name]: new Date(value).toISOString() });
  };
  return (
    <EditorPart title="Live session">
      <div className="editor-facts">
        <FormField label="Starts">
          <Input
            type="datetime-local"
            defaultValue={toLocalInput(liveSession.startsAt)}
            onChange={(event) => setTime('startsAt', event.target.value)}
          />
        </FormField>
        <FormField label="Ends">
          <Input
            type="datetime-local"
            defaultValue={toLocalInput(liveSession.endsAt)}
            onChange={(event) => setTime('endsAt', event.target.value)}
          />
        </FormField>
      </div>
      <FormField label="Meeting link" help="Only enrolled learners see it.">
        <Input
          type="url"
          defaultValue={liveSession.url}
          placeholder="https://"
          onBlur={(event) => {
            const url = event.target.value.trim();
            if (url === '' || /^https:\/\/.+\..+/.test(url)) set({ url });
          }}
        />
      </FormField>
    </EditorPart>
  );
}
