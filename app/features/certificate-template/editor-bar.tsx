// The bar over the editor: name, version, saving, undo, test page, and using what was drawn.
import ArrowLeft from 'icon:arrow-left';
import Check from 'icon:check';
import Redo2 from 'icon:redo-2';
import Undo2 from 'icon:undo-2';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton, IconLink } from '#app/components/ui/icon-button.tsx';
import { AutosaveGuard } from '#app/components/ui/leave-guard.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  type CertificateTemplate,
  publishCertificateTemplate,
  testPagePath,
  useDuplicateCertificateTemplate,
} from './certificate-template.api.ts';
import type { TemplateDraft } from './use-template-draft.ts';

type EditorBarProps = { draft: TemplateDraft; isUploading: boolean };

export function EditorBar({ draft, isUploading }: EditorBarProps) {
  const { record, save } = draft;
  const [isPublishing, setIsPublishing] = useState(false);
  const publish = async () => {
    setIsPublishing(true);
    try {
      const { version } = await draft.run(publishCertificateTemplate);
      toast({ title: `Version ${version} is in use`, description: 'New certificates look like this.' });
    } catch (error) {
      toast({ title: 'Not in use yet', description: failureTextOf(error), variant: 'destructive' });
    } finally {
      setIsPublishing(false);
    }
  };
  return (
    <>
      <AutosaveGuard
        isBusy={draft.isUnsaved || isUploading}
        isBlocking={save === 'failed' || save === 'conflict'}
      />
      <header className="template-bar">
        <IconLink
          label="All certificate templates"
          to="/certificate-templates"
          icon={<ArrowLeft className="icon" aria-hidden="true" />}
        />
        <NameField record={record} onRename={draft.rename} />
        <VersionBadge record={record} isChanged={save !== 'saved'} />
        <div className="template-bar-end">
          <SavedLine save={save} />
          {record.canEdit ? (
            <>
              <span className="template-wide">
                <IconButton
                  label="Undo"
                  icon={<Undo2 className="icon" aria-hidden="true" />}
                  disabled={!draft.canUndo}
                  onClick={draft.undo}
                />
                <IconButton
                  label="Redo"
                  icon={<Redo2 className="icon" aria-hidden="true" />}
                  disabled={!draft.canRedo}
                  onClick={draft.redo}
                />
              </span>
              <TestPageButton draft={draft} />
              <Button variant="primary" isBusy={isPublishing} onClick={() => void publish()}>
                Use this template
              </Button>
            </>
          ) : (
            <>
              <TestPageButton draft={draft} />
              <DuplicateButton id={record.id} />
            </>
          )}
        </div>
      </header>
      {save === 'failed' && (
        <Notice tone="bad" isAlert className="template-alert">
          Not saved. {failureTextOf(draft.error)}{' '}
          <Button size="s" onClick={() => void draft.flush()}>
            Save again
          </Button>
        </Notice>
      )}
      {save === 'conflict' && (
        <Notice tone="warn" isAlert className="template-alert">
          This was changed elsewhere, perhaps in another tab.{' '}
          <Button size="s" onClick={() => void draft.reload()}>
            Load the latest version
          </Button>
        </Notice>
      )}
    </>
  );
}

function NameField({ record, onRename }: { record: CertificateTemplate; onRename: (name: string) => void }) {
  const [name, setName] = useState(record.name);
  if (!record.canEdit) return <h1 className="template-name">{record.name}</h1>;
  const isMissing = name.trim() === '';
  return (
    <h1 className="template-name">
      <input
        aria-label="Name of the template"
        aria-invalid={isMissing || undefined}
        maxLength={100}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          if (event.target.value.trim() !== '') onRename(event.target.value.trim());
        }}
        onBlur={() => {
          if (isMissing) setName(record.name);
        }}
      />
    </h1>
  );
}

function VersionBadge({ record, isChanged }: { record: CertificateTemplate; isChanged: boolean }) {
  const isDraft = isChanged || record.hasUnpublishedChanges;
  const version = isDraft ? record.version + 1 : record.version;
  return (
    <Badge tone={isDraft ? 'plain' : 'ok'} className="template-wide">
      {`Version ${version}, ${isDraft ? 'draft' : 'in use'}`}
    </Badge>
  );
}

function SavedLine({ save }: { save: TemplateDraft['save'] }) {
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const isSaved = save === 'saved';
  useEffect(() => {
    if (save !== 'saving') return undefined;
    return () => setSavedAt(new Date().toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }));
  }, [save]);
  return (
    <p className="template-saved small template-wide" role="status">
      {isSaved && savedAt && (
        <>
          <Check className="icon" aria-hidden="true" /> Saved at {savedAt}
        </>
      )}
      {(save === 'saving' || save === 'waiting') && 'Saving…'}
    </p>
  );
}

/** What is printed must be what is on the screen: saves first. */
function TestPageButton({ draft }: { draft: TemplateDraft }) {
  const print = async () => {
    await draft.flush();
    window.open(testPagePath(draft.record.id), '_blank', 'noopener');
  };
  return (
    <Button className="template-wide" onClick={() => void print()}>
      Print a test page
    </Button>
  );
}

function DuplicateButton({ id }: { id: number }) {
  const duplicate = useDuplicateCertificateTemplate();
  const navigate = useNavigate();
  return (
    <Button
      variant="primary"
      isBusy={duplicate.isPending}
      onClick={() =>
        duplicate.mutate(id, { onSuccess: (copy) => void navigate(`/certificate-templates/${copy.id}`) })
      }
    >
      Duplicate
    </Button>
  );
}
