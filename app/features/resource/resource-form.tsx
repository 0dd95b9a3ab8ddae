// One calm form for a resource: files, words, price, cover, review. Whatever is changed is saved by itself.
import { useState } from 'react';
import type { OwnResource } from '#shared/features/resource/author.contract.ts';
import { canMove } from '#shared/features/resource/resource.states.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { draftWork } from './resource-form.api.ts';
import { DraftBar } from './resource-form-bar.tsx';
import { CoverPart } from './resource-form-cover.tsx';
import { isUnsaved } from './resource-form-desk.ts';
import { FilesPart } from './resource-form-files-part.tsx';
import { DraftLeaveGuard } from './resource-form-leave.tsx';
import { PricePart } from './resource-form-price.tsx';
import { DraftSide } from './resource-form-side.tsx';
import { MissingList, StateNotice, SubmitSummary } from './resource-form-submit.tsx';
import { isSending, type UploadParts, type Uploads } from './resource-form-uploads.ts';
import { PublishVersion } from './resource-form-version.tsx';
import { WordsPart, type FieldProblems } from './resource-form-words.tsx';
import type { ResourceDraft } from './use-resource-draft.ts';
import type { ResourceFieldName } from './resource-form-values.ts';
import './resource-form.css';

type ResourceFormProps = {
  draft: ResourceDraft;
  uploads: Uploads;
  coverUploads: Uploads;
  parts: UploadParts;
  /** Those that can be chosen now. */
  styles: readonly string[];
  /** Words may be changed, nothing added. */
  isSuspended?: boolean;
};

export function ResourceForm(props: ResourceFormProps) {
  const { draft, uploads, coverUploads, parts, styles, isSuspended = false } = props;
  const { form, desk, view, held } = draft;
  const { resource } = view;
  const [hasAsked, setAsked] = useState(false);
  // Parts that keep what is being typed to themselves begin anew with another version.
  const [round, setRound] = useState(0);
  const isLocked = resource?.state === 'in_review' || (resource?.isTakenDown ?? false);
  const problems = hasAsked ? problemsOf(resource) : {};
  const isBusy = isUnsaved(view) || held.length > 0 || isSending(uploads) || isSending(coverUploads);
  const isStuck = view.save === 'failed' || view.save === 'conflict' || held.length > 0;
  return (
    <div className="draft">
      <div className="draft-form" key={round}>
        {resource && <StateNotice resource={resource} />}
        {view.save === 'conflict' && (
          <Conflict
            onTheirs={() => void draft.takeTheirs().then(() => setRound(round + 1))}
            onMine={() => void desk.keepMine()}
          />
        )}
        {view.save === 'failed' && (
          <Notice tone="bad" isAlert className="mt-4">
            What you changed is not saved yet: {failureTextOf(view.error)} It stays on this page until it is.
          </Notice>
        )}
        <fieldset disabled={isLocked} className="contents">
          <legend className="sr-only">The resource</legend>
          <FilesPart
            draft={draft}
            uploads={uploads}
            parts={parts}
            isLocked={isLocked || isSuspended}
            problem={resource?.files.length ? undefined : problems['files']}
          />
          <WordsPart form={form} problems={problems} styles={styles} />
          <PricePart form={form} />
          <CoverPart
            resource={resource}
            uploads={coverUploads}
            isLocked={isLocked || isSuspended}
            onChoose={(uploadId) => tell(desk.run(draftWork.setCover(uploadId)), 'The cover was not changed')}
          />
        </fieldset>
      </div>
      <DraftBar
        state={resource?.state ?? 'draft'}
        save={view.save}
        isHeld={held.length > 0}
        onRetry={() => void desk.flush()}
      >
        <NextStep
          draft={draft}
          isSuspended={isSuspended}
          hasAsked={hasAsked}
          onAsked={() => setAsked(true)}
        />
      </DraftBar>
      {resource && <DraftSide resource={resource} desk={desk} isSuspended={isSuspended} />}
      <DraftLeaveGuard isBusy={isBusy} isBlocking={isStuck || isSending(uploads)} />
    </div>
  );
}

const problemsOf = (resource: OwnResource | null): FieldProblems =>
  Object.fromEntries((resource?.problems ?? []).map(({ path, message }) => [path, message]));

/** Says what went wrong; for acts that have no place of their own to say it. */
async function tell(work: Promise<unknown>, title: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    toast({ title, description: failureTextOf(error), variant: 'destructive' });
  }
}

function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <Notice tone="warn" isAlert className="mt-4">
      <strong>This resource was changed in another window.</strong> What you wrote here last is not saved.
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="s" onClick={onTheirs}>
          Load the other version
        </Button>
        <Button size="s" onClick={onMine}>
          Save mine over it
        </Button>
      </div>
    </Notice>
  );
}

type NextStepProps = {
  draft: ResourceDraft;
  isSuspended: boolean;
  hasAsked: boolean;
  onAsked: () => void;
};

function NextStep({ draft, isSuspended, hasAsked, onAsked }: NextStepProps) {
  const { form, desk, view } = draft;
  const { resource } = view;
  const [isMoving, setMoving] = useState(false);
  const move = async (work: Promise<unknown>, title: string) => {
    setMoving(true);
    await tell(work, title);
    setMoving(false);
  };
  const go = (path: string) => {
    if (path === 'files') document.querySelector<HTMLElement>('.upload-drop button')?.focus();
    else form.setFocus(path as ResourceFieldName);
  };
  const submit = async () => {
    onAsked();
    const isFit = await form.trigger(undefined, { shouldFocus: true });
    await desk.flush();
    const latest = desk.view().resource;
    const [missing] = latest?.problems ?? [{ path: 'title' }];
    if (!isFit) return;
    if (missing) go(missing.path);
    else await move(desk.run(draftWork.submit()), 'It was not sent for review');
  };
  if (resource?.isTakenDown) return null;
  const state = resource?.state ?? 'draft';
  const next = resource?.files.some(({ version }) => version > resource.version);
  if (canMove(state, 'withdraw')) {
    return (
      <Button
        isBusy={isMoving}
        onClick={() => void move(desk.run(draftWork.withdraw()), 'It was not taken back')}
      >
        Take it back
      </Button>
    );
  }
  if (isSuspended) return null;
  if (canMove(state, 'restore')) {
    return (
      <Button
        variant="primary"
        isBusy={isMoving}
        onClick={() => void move(desk.run(draftWork.restore()), 'It was not put back on sale')}
      >
        Put back on sale
      </Button>
    );
  }
  if (state === 'published') {
    if (!resource || !next) return null;
    return (
      <PublishVersion
        number={resource.version + 1}
        onPublish={(note) => desk.run(draftWork.publishVersion(note))}
      />
    );
  }
  return (
    <>
      {resource && resource.problems.length > 0 && hasAsked && (
        <MissingList problems={resource.problems} onGo={go} />
      )}
      <SubmitSummary resource={resource} price={form.watch('price')} />
      <Button variant="primary" isBusy={isMoving} onClick={() => void submit()}>
        Submit for review
      </Button>
    </>
  );
}
