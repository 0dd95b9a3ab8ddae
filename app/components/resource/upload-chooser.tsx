// Which way to add resources (spec §2): one with everything about it, or up to five at once.
// As a question over a page, and as a switch at the top of the two pages themselves.
import './upload-chooser.css';
import { Files, FileText, Plus } from 'lucide-react';
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
    text: `One resource with everything about it, and up to ${MAX_FILES_OF_RESOURCE} files.`,
    Icon: FileText,
  },
  {
    name: 'multiple',
    to: '/multi-upload-resource',
    label: 'Multiple Resources',
    text: `Up to ${MAX_MULTI_FILES} files at once, each a resource of its own with the basics.`,
    Icon: Files,
  },
] as const;
export type UploadType = (typeof WAYS)[number]['name'];

/** The question, behind “Add resource” on a seller's home and above the list. */
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
      description="Everything begins as a draft. Nothing is on sale before you send it for review."
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
