// Choice between adding one resource in full or up to five at once (spec §2),
// as a dialog and as a switch on both pages.
import './upload-chooser.css';
import Files from 'icon:files';
import FileText from 'icon:file-text';
import Plus from 'icon:plus';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { MAX_FILES_OF_RESOURCE, MAX_MULTI_FILES } from '#shared/features/upload/upload.rules.ts';

const WAYS = [
  {
    name: 'single',
    to: '/upload-resource',
    label: 'Single Resource',
    text: `One resource with all its details and up to ${MAX_FILES_OF_RESOURCE} files.`,
    Icon: FileText,
  },
  {
    name: 'multiple',
    to: '/multi-upload-resource',
    label: 'Multiple Resources',
    text: `Up to ${MAX_MULTI_FILES} files with basic information. Each becomes its own resource.`,
    Icon: Files,
  },
] as const;
export type UploadType = (typeof WAYS)[number]['name'];

/** The dialog behind “Add resource”. */
export function UploadChooser() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      trigger={
        <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />}>
          Add resource
        </Button>
      }
      title="What would you like to add?"
      description="Everything starts as a draft. Nothing goes on sale until it’s been reviewed."
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <ul className="upload-ways">
        {WAYS.map(({ name, to, label, text, Icon }) => (
          <li key={name} className="upload-way">
            <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
            <div>
              <Link to={to} className="upload-way-name" onClick={() => setOpen(false)}>
                {label}
              </Link>
              <p className="meta mt-0.5">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function UploadTypeSwitch({ current }: { current: UploadType }) {
  return (
    <nav aria-label="What to add" className="pill-tabs upload-switch">
      {WAYS.map(({ name, to, label }) => (
        <Link key={name} to={to} className="pill-tab" aria-current={name === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
