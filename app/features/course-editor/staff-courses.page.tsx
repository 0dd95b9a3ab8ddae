// All courses for staff: every state, featured ones, archive, transfer to another instructor.
import Ellipsis from 'icon:ellipsis';
import { useState, type SyntheticEvent } from 'react';
import { Link, type MetaArgs } from 'react-router';
import type { StaffCourse } from '#shared/features/course-editor/staff-courses.contract.ts';
import { STAFF_COURSE_SORTS } from '#shared/features/course-editor/course-editor.rules.ts';
import { COURSE_KIND_LABELS, COURSE_STATES, type CourseState } from '#shared/features/course/course.rules.ts';
import { formatPrice } from '#shared/money.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { NameDialog } from '#app/components/staff/name-dialog.tsx';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { DialogForm } from '#app/components/ui/dialog-form.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  listStaffCoursesQuery,
  useArchiveCourse,
  useFeatureCourse,
  useRestoreCourse,
  useSetInstructorShare,
  useTransferCourse,
} from './course-editor.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Courses',
    description: 'All courses of the site.',
    path: '/admin/courses',
    isHidden: true,
  });
}

const STATES: Readonly<Record<CourseState, [label: string, tone: BadgeTone]>> = {
  draft: ['Draft', 'plain'],
  published: ['Published', 'ok'],
  archived: ['Archived', 'warn'],
};

function filtersIn(params: URLSearchParams) {
  return {
    q: searchOf(params),
    state: oneOf(COURSE_STATES, params.get('state')),
    featured: oneOf(['yes', 'no'] as const, params.get('featured')),
    sort: oneOf(STAFF_COURSE_SORTS, params.get('sort')) ?? ('updated' as const),
    page: pageOf(params),
  };
}

export default function StaffCoursesPage() {
  const list = useStaffList(filtersIn, listStaffCoursesQuery);
  return (
    <StaffList
      list={list}
      nouns="courses"
      title="Courses"
      actions={
        <ButtonLink variant="primary" to="/admin/course-creator">
          Create course
        </ButtonLink>
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: list.data?.counts.all },
          ...COURSE_STATES.map((state) => ({
            value: state,
            label: STATES[state][0],
            count: list.data?.counts[state],
          })),
        ],
      }}
      search={{ placeholder: 'Title, short name or instructor' }}
      filters={[
        {
          name: 'featured',
          label: 'Featured',
          all: 'All courses',
          options: [
            { value: 'yes', label: 'Featured' },
            { value: 'no', label: 'Not featured' },
          ],
        },
      ]}
      columns={COLUMNS}
      empty={{ title: 'No courses yet', text: 'Courses of all instructors are listed here.' }}
    />
  );
}

const COLUMNS: readonly StaffColumn<StaffCourse>[] = [
  {
    key: 'title',
    header: 'Course',
    card: 'title',
    sort: { ascending: 'title' },
    cell: (course) => (
      <>
        <Link className="link" to={`/admin/course-creator?course=${course.id}`}>
          {course.title}
        </Link>
        <span className="small block">
          {COURSE_KIND_LABELS[course.kind]}, {course.instructor.name}
          {course.isFeatured && ', featured'}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state, hasUnpublishedChanges }) => (
      <>
        <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>
        {hasUnpublishedChanges && state === 'published' && (
          <span className="small block">Unpublished changes</span>
        )}
      </>
    ),
  },
  {
    key: 'price',
    header: 'Price',
    card: 'figure',
    sort: { descending: 'price' },
    cell: ({ price }) => formatPrice(price),
  },
  {
    key: 'share',
    header: 'Instructor’s share',
    card: 'line',
    cell: ({ instructorShare, defaultShare }) =>
      instructorShare === null ? `${defaultShare}% (default)` : `${instructorShare}%`,
  },
  { key: 'lessons', header: 'Lessons', card: 'hide', cell: ({ lessonCount }) => lessonCount },
  {
    key: 'learners',
    header: 'Learners',
    card: 'hide',
    sort: { descending: 'learners' },
    cell: ({ learnerCount }) => learnerCount,
  },
  {
    key: 'updated',
    header: 'Updated',
    card: 'hide',
    sort: { descending: 'updated' },
    cell: ({ updatedAt }) => <When iso={updatedAt} />,
  },
  {
    key: 'more',
    header: 'More',
    isHeaderHidden: true,
    card: 'menu',
    cell: (course) => <CourseActions course={course} />,
  },
];

function CourseActions({ course }: { course: StaffCourse }) {
  const [open, setOpen] = useState<'archive' | 'transfer' | 'share' | null>(null);
  const feature = useFeatureCourse();
  const archive = useArchiveCourse();
  const restore = useRestoreCourse();
  const transfer = useTransferCourse();
  const { id, title, isFeatured, state, instructor } = course;
  return (
    <>
      <Menu
        trigger={<IconButton label={`More for ${title}`} icon={<Ellipsis size={18} aria-hidden="true" />} />}
      >
        <MenuItem to={`/admin/course-creator?course=${id}`}>Edit course</MenuItem>
        <MenuItem to={`/courses/${id}`}>Open course page</MenuItem>
        {state === 'published' && (
          <MenuItem onSelect={() => feature.mutate({ id, isFeatured: !isFeatured })}>
            {isFeatured ? 'Stop featuring' : 'Feature on the front page'}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setOpen('share')}>Change the instructor’s share…</MenuItem>
        <MenuItem onSelect={() => setOpen('transfer')}>Transfer to another instructor…</MenuItem>
        {state === 'archived' ? (
          <MenuItem onSelect={() => restore.mutate(id)}>Restore course</MenuItem>
        ) : (
          <MenuItem isDanger onSelect={() => setOpen('archive')}>
            Archive course…
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        title={`Archive “${title}”?`}
        description="Nobody can enroll any more. Learners keep the course, and you can restore it."
        confirmLabel="Archive course"
        failure={failureTextOf}
        isOpen={open === 'archive'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'archive' : null)}
        onConfirm={() => archive.mutateAsync(id)}
      />
      <ShareDialog
        course={course}
        isOpen={open === 'share'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'share' : null)}
      />
      <NameDialog
        title={`Transfer “${title}”`}
        description={`${instructor.name} can’t edit the course any more. Earnings so far stay with them.`}
        label="Username or email of the new instructor"
        maxLength={200}
        confirmLabel="Transfer course"
        isOpen={open === 'transfer'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'transfer' : null)}
        onConfirm={async (username) => {
          const { instructor: now } = await transfer.mutateAsync({ id, username });
          toast({ title: 'Course transferred', description: `${now.name} teaches it now.` });
        }}
      />
    </>
  );
}

type ShareDialogProps = { course: StaffCourse; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

function ShareDialog({ course, isOpen, onOpenChange }: ShareDialogProps) {
  const { id, title, instructor, instructorShare, defaultShare } = course;
  const [text, setText] = useState(instructorShare === null ? '' : String(instructorShare));
  const [problem, setProblem] = useState('');
  const setShare = useSetInstructorShare();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const share = text.trim() === '' ? null : Number(text);
    if (share !== null && (!Number.isInteger(share) || share < 0 || share > 100)) {
      return setProblem('Enter a whole number from 0 to 100');
    }
    try {
      await setShare.mutateAsync({ id, instructorShare: share });
      toast({ title: 'Instructor’s share changed', description: 'It counts for sales from now on.' });
      onOpenChange(false);
    } catch (error) {
      setProblem(failureTextOf(error));
    }
  };
  return (
    <Dialog
      title="Instructor’s share"
      description={`What ${instructor.name} earns of each sale of ${quoteAtEnd(title)} Earnings so far don’t change.`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <DialogForm problem={problem} onSubmit={submit} submitLabel="Save share" isBusy={setShare.isPending}>
        <FormField
          label="Share in percent"
          isOptional
          help={`Empty: the default of ${defaultShare}%, from the site’s settings.`}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
      </DialogForm>
    </Dialog>
  );
}
