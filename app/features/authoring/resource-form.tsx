// The resource form: files, details, price, cover, review. Changes are saved automatically.
import './resource-form.css';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { AutosaveGuard } from '#app/components/ui/leave-guard.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { setResourceCover } from './authoring.api.ts';
import { CoverPart } from './resource-form-cover.tsx';
import { FilesPart } from './resource-form-files-part.tsx';
import { DraftBar } from './resource-form-frame.tsx';
import { NextStep, StateNotice, showFailure } from './resource-form-next-steps.tsx';
import { PricePart } from './resource-form-price.tsx';
import { DraftSide } from './resource-form-side.tsx';
import { type FieldProblems, TextFields } from './resource-form-text-fields.tsx';
import { isSending, type UploadParts, type Uploads } from './resource-form-uploads.ts';
import type { ResourceDraft } from './use-resource-draft.ts';

type ResourceFormProps = {
  draft: ResourceDraft;
  uploads: Uploads;
  coverUploads: Uploads;
  parts: UploadParts;
  /** Styles that can be chosen. */
  styles: readonly string[];
  /** Fields can be edited, but no files added. */
  isSuspended?: boolean;
};

export function ResourceForm(props: ResourceFormProps) {
  const { draft, uploads, coverUploads, parts, styles, isSuspended = false } = props;
  const { form, autosave, view } = draft;
  const { record: resource } = view;
  const [hasAsked, setAsked] = useState(false);
  const isLocked = resource?.state === 'in_review' || (resource?.isTakenDown ?? false);
  const problems = hasAsked ? problemsOf(resource) : {};
  const isBusy = draft.isUnsaved || isSending(uploads) || isSending(coverUploads);
  return (
    <div className="draft">
      <div className="draft-form" key={draft.round}>
        {resource && <StateNotice resource={resource} />}
        {view.save === 'conflict' && (
          <Conflict onTheirs={() => void draft.discardMine()} onMine={() => void autosave.keepMine()} />
        )}
        {view.save === 'failed' && (
          <Notice tone="bad" isAlert className="mt-4">
            Your changes aren’t saved yet: {failureTextOf(view.error)} They stay on this page until they are.
          </Notice>
        )}
        <fieldset disabled={isLocked} className="contents">
          <legend className="sr-only">Resource</legend>
          <FilesPart
            draft={draft}
            uploads={uploads}
            parts={parts}
            isLocked={isLocked || isSuspended}
            problem={resource?.files.length ? undefined : problems['files']}
          />
          <TextFields form={form} problems={problems} styles={styles} />
          <PricePart form={form} />
          <CoverPart
            resource={resource}
            uploads={coverUploads}
            isLocked={isLocked || isSuspended}
            onChoose={(uploadId) =>
              showFailure(autosave.run(setResourceCover(uploadId)), 'Couldn’t change the cover')
            }
          />
        </fieldset>
      </div>
      <DraftBar
        state={resource?.state ?? 'draft'}
        hasUnpublished={Boolean(resource?.unpublished)}
        save={view.save}
        isHeld={draft.invalid.length > 0}
        onRetry={() => void autosave.flush()}
      >
        <NextStep
          draft={draft}
          isSuspended={isSuspended}
          hasAsked={hasAsked}
          onAsked={() => setAsked(true)}
        />
      </DraftBar>
      {resource && <DraftSide resource={resource} autosave={autosave} isSuspended={isSuspended} />}
      <AutosaveGuard isBusy={isBusy} isBlocking={draft.isStuck || isSending(uploads)} />
    </div>
  );
}

const problemsOf = (resource: OwnResource | null): FieldProblems =>
  Object.fromEntries((resource?.problems ?? []).map(({ path, message }) => [path, message]));

function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Notice tone="warn" isAlert className="mt-4">
      <strong>This resource was changed in another window.</strong> Your latest changes here aren’t saved.
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="s" onClick={onTheirs}>
          Load the other version
        </Button>
        <Button size="s" onClick={onMine}>
          Overwrite with mine
        </Button>
      </div>
    </Notice>
  );
}
