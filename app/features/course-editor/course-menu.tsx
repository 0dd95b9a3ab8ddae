// What can be done with the whole course: duplicate, archive, restore.
import Ellipsis from 'icon:ellipsis';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  type CourseDraft,
  useArchiveCourse,
  useDuplicateCourse,
  useRestoreCourse,
} from './course-editor.api.ts';
import { editorPath } from './editor-path.ts';

export function CourseMenu({ draft }: { draft: CourseDraft }) {
  const [isArchiving, setArchiving] = useState(false);
  const archive = useArchiveCourse();
  const restore = useRestoreCourse();
  const duplicate = useDuplicateCourse();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const copy = () =>
    duplicate.mutate(draft.id, {
      onSuccess({ id }) {
        toast({ title: 'Course duplicated', description: 'You’re now editing the copy.' });
        void navigate(editorPath(pathname, id));
      },
    });
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More for this course" icon={<Ellipsis className="icon" aria-hidden="true" />} />
        }
      >
        <MenuItem to={`/courses/${draft.id}`}>Open course page</MenuItem>
        <MenuItem onSelect={copy}>Duplicate course</MenuItem>
        {draft.state === 'archived' ? (
          <MenuItem onSelect={() => restore.mutate(draft.id)}>Restore course</MenuItem>
        ) : (
          <MenuItem isDanger onSelect={() => setArchiving(true)}>
            Archive course…
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        title={`Archive “${draft.settings.title}”?`}
        description="Nobody can enroll any more. Learners keep the course, and you can restore it."
        confirmLabel="Archive course"
        failure={failureTextOf}
        isOpen={isArchiving}
        onOpenChange={setArchiving}
        onConfirm={() => archive.mutateAsync(draft.id)}
      />
    </>
  );
}
