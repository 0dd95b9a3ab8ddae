// The classroom's only menu: back to the course, how far one is, help for keys, the outline.
import ArrowLeft from 'icon:arrow-left';
import ListVideo from 'icon:list-video';
import PanelRightClose from 'icon:panel-right-close';
import PanelRightOpen from 'icon:panel-right-open';
import { EightCount } from '#app/components/ui/eight-count.tsx';
import { IconButton, IconLink } from '#app/components/ui/icon-button.tsx';
import { KeysHelp } from './classroom-keys.tsx';
import type { Classroom } from './learning.api.ts';

type ClassroomBarProps = {
  classroom: Classroom;
  isOutlineOpen: boolean;
  onOutline: () => void;
  /** On a phone the outline is under the lesson. */
  onGoToOutline: () => void;
};

export function ClassroomBar({ classroom, isOutlineOpen, onOutline, onGoToOutline }: ClassroomBarProps) {
  const { course, role, completedCount, itemCount } = classroom;
  const Icon = isOutlineOpen ? PanelRightClose : PanelRightOpen;
  return (
    <header className="classroom-bar">
      <IconLink
        to={role === 'learner' ? '/my-courses' : `/courses/${course.id}`}
        label={role === 'learner' ? 'Back to my courses' : 'Back to the course'}
        icon={<ArrowLeft className="icon" aria-hidden="true" />}
      />
      <p className="classroom-title">{course.title}</p>
      <div className="classroom-bar-end">
        {role === 'learner' && (
          <>
            <span className="meta num classroom-count" aria-hidden="true">
              {completedCount} of {itemCount} done
            </span>
            <EightCount done={completedCount} total={itemCount} label="Done" />
          </>
        )}
        {(role === 'instructor' || role === 'staff') && (
          <span className="meta classroom-count">
            You see what learners see. Nothing is locked or saved for you.
          </span>
        )}
        <KeysHelp />
        <IconButton
          className="classroom-go-outline"
          label="Go to the outline"
          icon={<ListVideo className="icon" aria-hidden="true" />}
          onClick={onGoToOutline}
        />
        <IconButton
          className="classroom-toggle-outline"
          label={isOutlineOpen ? 'Hide the outline' : 'Show the outline'}
          aria-expanded={isOutlineOpen}
          icon={<Icon className="icon" aria-hidden="true" />}
          onClick={onOutline}
        />
      </div>
    </header>
  );
}
