// What isn't published yet, what is missing, and the buttons to publish or discard it.
import Check from 'icon:check';
import CircleAlert from 'icon:circle-alert';
import Eye from 'icon:eye';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf } from '#shared/features/course/course.rules.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  type CourseDraft,
  type ItemName,
  useDiscardCourseDraft,
  usePublishCourse,
} from './course-editor.api.ts';
import { PublishLater } from './publish-later.tsx';

type PublishPanelProps = {
  draft: CourseDraft;
  /** What the preview opens. */
  chosen: ItemName | 'settings';
  onChoose: (item: ItemName | 'settings') => void;
  /** Saves what is still being typed. */
  onBefore: () => Promise<unknown>;
  /** The content on the screen is another one now. */
  onChanged: () => void;
};

const VERBS = { added: 'Added', edited: 'Edited', moved: 'Moved', removed: 'Removed' } as const;

const NOTHING_NEW: Readonly<Record<CourseDraft['state'], string>> = {
  draft: 'Not published yet',
  published: 'Everything is published',
  archived: 'Archived',
};

export function PublishPanel({ draft, chosen, onChoose, onBefore, onChanged }: PublishPanelProps) {
  const { changes, changesText, checklist, learnerCount, state } = draft;
  const isMissing = checklist.some((entry) => entry.state === 'missing');
  const count = changes.length;
  const canPublish = state === 'draft' || (state === 'published' && count > 0);
  return (
    <aside className="editor-publish" id="publish" aria-label="Publish">
      {count > 0 ? (
        <p className="editor-count">
          <b className="num">{count}</b>
          <span>{count === 1 ? 'change not yet published' : 'changes not yet published'}</span>
        </p>
      ) : (
        <p className="editor-count">{NOTHING_NEW[state]}</p>
      )}
      {changesText && <p className="meta mt-2">{changesText}.</p>}
      {count > 0 && (
        <details className="editor-changes small">
          <summary className="link">See what changed</summary>
          <ul>
            {changes.map((change) => (
              <li key={`${change.type} ${change.id} ${change.change} ${change.title}`}>
                {VERBS[change.change]}: {change.title}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ul className="editor-checklist" aria-label="Before you publish">
        {checklist.map((entry) => (
          <li key={entry.id} data-state={entry.state}>
            {entry.state === 'done' ? (
              <Check className="icon" aria-hidden="true" />
            ) : (
              <CircleAlert className="icon" aria-hidden="true" />
            )}
            <span>
              {entry.label}
              <span className="sr-only">{STATE_TEXTS[entry.state]}</span>
              {entry.items.slice(0, 3).map((item) => (
                <button
                  key={`${item.type} ${item.id}`}
                  type="button"
                  className="link small"
                  onClick={() => onChoose(item)}
                >
                  {item.title}
                </button>
              ))}
              {entry.items.length > 3 && <span className="small">and {entry.items.length - 3} more</span>}
              {(entry.id === 'description' || entry.id === 'price') && entry.state === 'missing' && (
                <button type="button" className="link small" onClick={() => onChoose('settings')}>
                  Open settings
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="editor-go">
        <PublishButton
          draft={draft}
          isDisabled={isMissing || !canPublish}
          onBefore={onBefore}
          onChanged={onChanged}
        />
        {!isMissing && canPublish && count > 0 && <PublishLater draft={draft} onBefore={onBefore} />}
        <PreviewLink draft={draft} chosen={chosen} onBefore={onBefore} />
        <ButtonLink isFull variant="quiet" to={`/courses/${draft.id}`} target="_blank" rel="noreferrer">
          {state === 'published' ? 'View course page' : 'Preview course page'}
        </ButtonLink>
      </div>
      {learnerCount > 0 && (
        <p className="help mt-4">
          {learnerCount === 1 ? '1 person is' : `${learnerCount} people are`} in this course. They see the
          changes the next time they open it, and nobody loses progress.
        </p>
      )}
      {count > 0 && <DiscardButton draft={draft} onChanged={onChanged} />}
    </aside>
  );
}

const STATE_TEXTS = { done: ', done', missing: ', needed before you publish', advice: ', optional' } as const;

/** Saves what is being typed first, so that the preview shows it. */
function PreviewLink({ draft, chosen, onBefore }: Pick<PublishPanelProps, 'draft' | 'chosen' | 'onBefore'>) {
  const navigate = useNavigate();
  const item = chosen === 'settings' || chosen.type === 'module' ? '' : `?item=${chosen.type}-${chosen.id}`;
  const to = `/instructor/courses/${draft.id}/preview${item}`;
  return (
    <ButtonLink
      isFull
      to={to}
      icon={<Eye className="icon" aria-hidden="true" />}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void onBefore().then(() => navigate(to));
      }}
    >
      Preview as learner
    </ButtonLink>
  );
}

type PublishButtonProps = Pick<PublishPanelProps, 'draft' | 'onBefore' | 'onChanged'> & {
  isDisabled: boolean;
};

function PublishButton({ draft, isDisabled, onBefore, onChanged }: PublishButtonProps) {
  const publish = usePublishCourse(draft.id);
  const [summary, setSummary] = useState('');
  const isFirst = draft.publishedAt === null;
  const changes = draft.changes.length === 0 ? 'changes' : countOf(draft.changes.length, 'change');
  const label = isFirst ? 'Publish course' : `Publish ${changes}`;
  if (isDisabled) {
    return (
      <Button variant="primary" isFull disabled>
        {label}
      </Button>
    );
  }
  return (
    <ConfirmDialog
      title={isFirst ? `Publish “${draft.settings.title}”?` : `${label}?`}
      description={
        isFirst
          ? 'The course appears in the catalogue, and people can enroll.'
          : 'Learners see the changes right away. Their progress stays.'
      }
      confirmLabel={label}
      isDestructive={false}
      failure={failureTextOf}
      onOpenChange={(isOpen) => void (isOpen && onBefore())}
      onConfirm={async () => {
        await publish.mutateAsync({ revision: draft.revision, summary });
        setSummary('');
        onChanged();
        toast({ title: isFirst ? 'Course published' : 'Changes published' });
      }}
      trigger={
        <Button variant="primary" isFull>
          {label}
        </Button>
      }
    >
      {!isFirst && (
        <FormField label="What changed" isOptional help={draft.changesText || undefined}>
          <Textarea
            rows={3}
            maxLength={1000}
            value={summary}
            onChange={(event) => setSummary(event.target.value)}
          />
        </FormField>
      )}
    </ConfirmDialog>
  );
}

function DiscardButton({ draft, onChanged }: Pick<PublishPanelProps, 'draft' | 'onChanged'>) {
  const discard = useDiscardCourseDraft(draft.id);
  const count = countOf(draft.changes.length, 'change');
  return (
    <ConfirmDialog
      title={`Discard ${count}?`}
      description={
        draft.publishedAt === null
          ? 'The course keeps its title; its outline and everything in it goes. You can’t undo this.'
          : 'The course goes back to what learners see now. You can’t undo this.'
      }
      confirmLabel={`Discard ${count}`}
      failure={failureTextOf}
      onConfirm={async () => {
        await discard.mutateAsync(draft.revision);
        onChanged();
      }}
      trigger={
        <Button variant="danger" size="s" className="mt-4">
          {draft.changes.length === 1 ? 'Discard change' : `Discard all ${count}`}
        </Button>
      }
    />
  );
}
