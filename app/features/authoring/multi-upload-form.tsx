// Creates up to five resources at once, one compact row each.
import ChevronDown from 'icon:chevron-down';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { MAX_MULTI_FILES, maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { LeftoverUploads } from './unattached-uploads.tsx';
import { SharedFields, RowFields } from './multi-upload-fields.tsx';
import { newRow, type RowValues } from './multi-upload-rows.ts';
import { AutosaveGuard } from '#app/components/ui/leave-guard.tsx';
import {
  isOffered,
  isSending,
  type UploadItem,
  type UploadParts,
  type Uploads,
} from './resource-form-uploads.ts';
import { useMultiUpload, type Goal, type MultiUpload, type Outcome } from './use-multi-upload.ts';
import './resource-form.css';

type MultiUploadFormProps = { uploads: Uploads; parts: UploadParts; styles: readonly string[] };

export function MultiUploadForm({ uploads, parts, styles }: MultiUploadFormProps) {
  const multi = useMultiUpload(uploads);
  const { listed, live, leftOver, refusal, outcomes, failures } = multi;
  // The next visit finds everything else.
  const isMoving = isSending({ items: live }) || multi.isBusy;
  const form = useRef<HTMLDivElement>(null);
  const save = (goal: Goal) => {
    if (multi.save(goal)) return;
    // After the rows show their errors.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <div ref={form} className="multi">
      <p role="status" className="sr-only">
        {outcomes.length > 0 && !multi.isBusy && `${countText(outcomes.length)} saved`}
      </p>
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      <parts.Drop
        label={live.length > 0 ? 'Add more files' : 'Choose files'}
        hint={`Up to ${MAX_MULTI_FILES} files of up to ${maxMegabytesOf('resource-file')} MB each. Each file becomes its own resource.`}
        onFiles={multi.add}
      />
      {refusal && (
        <Notice tone="bad" isAlert className="mt-4">
          {refusal}
        </Notice>
      )}
      {live.length > 1 && <ForAll styles={styles} onApply={multi.applyToAll} />}
      <parts.List
        uploads={{
          ...uploads,
          items: listed,
          remove: (key) => listed.filter((item) => item.key === key).forEach(multi.remove),
        }}
        label="New resources"
      >
        {(item) =>
          item.state !== 'refused' && (
            <>
              {failures[item.key] && (
                <Notice tone="bad" isAlert className="mb-3">
                  {failures[item.key]}
                </Notice>
              )}
              <RowFields
                row={multi.rowOf(item)}
                problems={multi.problemsOf(item)}
                styles={styles}
                onChange={(changes) => multi.change(item, changes)}
              />
            </>
          )
        }
      </parts.List>
      <Leftovers uploads={uploads} items={leftOver} List={parts.List} onTake={multi.take} />
      {live.length > 0 && <MultiFoot multi={multi} onSave={save} />}
      <AutosaveGuard isBusy={isMoving} isBlocking={isMoving} />
    </div>
  );
}

type LeftoversProps = {
  uploads: Uploads;
  items: readonly UploadItem[];
  List: UploadParts['List'];
  onTake: (item: UploadItem) => void;
};

/** Interrupted uploads resume when their file is chosen again; complete ones can be attached. */
function Leftovers({ uploads, items, List, onTake }: LeftoversProps) {
  const unfinished = items.filter((item) => !isOffered(item));
  return (
    <div className="mt-8 grid gap-6">
      <List uploads={{ ...uploads, items: unfinished }} label="Interrupted uploads" />
      <LeftoverUploads
        uploads={uploads}
        items={items.filter(isOffered)}
        attachLabel="Create a resource"
        onAttach={onTake}
      />
    </div>
  );
}

function MultiFoot({ multi, onSave }: { multi: MultiUpload; onSave: (goal: Goal) => void }) {
  const { live, isBusy, isQueued, isStuck } = multi;
  const isWorking = isBusy || isQueued;
  return (
    <section className="multi-foot" aria-label="Save">
      <output className="meta">
        {isStuck && isQueued
          ? 'An upload has stopped. Resume it or remove it.'
          : isQueued
            ? 'We’ll save them once every upload is complete'
            : `${countText(live.length)}, stored in this browser until you save`}
      </output>
      <div className="multi-actions">
        <Button isBusy={isWorking} onClick={() => onSave('drafts')}>
          Save as drafts
        </Button>
        <Button variant="primary" isBusy={isWorking} onClick={() => onSave('review')}>
          Submit all
        </Button>
      </div>
    </section>
  );
}

const countText = (count: number) => (count === 1 ? '1 resource' : `${count} resources`);

function ForAll({
  styles,
  onApply,
}: {
  styles: readonly string[];
  onApply: (changes: Partial<RowValues>) => void;
}) {
  const [values, setValues] = useState(() => newRow('', {}));
  const { danceStyle, level, categoryId, ageGroups, price } = values;
  return (
    <details className="disclose multi-all">
      <summary>
        Shared details
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <div className="multi-fields">
        <SharedFields
          row={values}
          problems={{}}
          styles={styles}
          of="all"
          onChange={(changes) => setValues((known) => ({ ...known, ...changes }))}
        />
      </div>
      <Button className="mt-4" onClick={() => onApply({ danceStyle, level, categoryId, ageGroups, price })}>
        Apply to all
      </Button>
    </details>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <section className="multi-outcomes" aria-label="Saved">
      <h2 className="t-s">{countText(outcomes.length)} saved</h2>
      <ul>
        {outcomes.map(({ id, title, isSubmitted, problem }) => (
          <li key={id} className="multi-outcome">
            <Link className="link" to={`/curriculum/${id}/edit`}>
              {title}
            </Link>
            <Badge tone={isSubmitted ? 'warn' : 'plain'}>{isSubmitted ? 'In review' : 'Draft'}</Badge>
            {problem && <p className="error-text">{problem}</p>}
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link className="link" to="/my-resources">
          See all your resources
        </Link>
      </p>
    </section>
  );
}
