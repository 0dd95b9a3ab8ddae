// What the certificate of a course takes and how it is renewed. Saved at once; certificates issued already stay as they are.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, type MetaArgs } from 'react-router';
import { parseId } from '#shared/ids.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { Switch } from '#app/components/ui/switch.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { CourseAssessors } from '#app/features/assignment/course-assessors.tsx';
import { listCertificateTemplatesQuery } from '#app/features/certificate-template/certificate-template.api.ts';
import { listTaughtCoursesQuery, type TaughtCourse } from '#app/features/teaching/teaching.api.ts';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  getCertificateRuleQuery,
  useSaveCertificateRule,
  type CertificateRuleSettings,
} from './certificate.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Certificate',
    description: 'The certificate of a course.',
    path: '/instructor/courses',
    isHidden: true,
  });
}

export default function CertificateRulePage() {
  const id = parseId(useParams()['id']) ?? 0;
  const rule = useQuery(getCertificateRuleQuery(id));
  const { data: courses = [] } = useQuery(listTaughtCoursesQuery());
  const course = courses.find((one) => one.id === id);
  if (rule.error instanceof ApiError && rule.error.status === 404) {
    return (
      <EmptyState
        headingLevel={1}
        title="Course not found"
        action={<ButtonLink to="/instructor/courses">Your courses</ButtonLink>}
      >
        This course doesn’t exist, or it isn’t yours.
      </EmptyState>
    );
  }
  return (
    <StaffPage
      title={course ? `Certificate: ${course.title}` : 'Certificate'}
      intro={
        <>
          Credit hours and validity are in the{' '}
          <Link className="link" to={`/instructor/courses/${id}`}>
            settings of the course
          </Link>
          .
        </>
      }
    >
      <div className="mt-8 max-w-measure">
        <QueryView query={rule} what="the certificate’s settings" skeleton={<Skeleton className="h-60" />}>
          {(saved) => (
            <RuleForm key={id} id={id} saved={saved} courses={courses.filter((one) => one.id !== id)} />
          )}
        </QueryView>
        <CourseAssessors courseId={id} />
      </div>
    </StaffPage>
  );
}

type FormProps = { id: number; saved: CertificateRuleSettings; courses: readonly TaughtCourse[] };

/** Empty is no number; anything else that isn't one is refused before it is sent. */
const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

function RuleForm({ id, saved, courses }: FormProps) {
  const [isOffered, setOffered] = useState(saved.isOffered);
  const [required, setRequired] = useState(String(saved.requiredHours || ''));
  const [grace, setGrace] = useState(String(saved.graceMonths));
  const [courseId, setCourseId] = useState(String(saved.renewalCourseId ?? ''));
  const [templateId, setTemplateId] = useState(String(saved.templateId ?? ''));
  const { data: templates = [] } = useQuery(listCertificateTemplatesQuery());
  const [hours, setHours] = useState(String(saved.renewalHours ?? ''));
  const save = useSaveCertificateRule();
  const submit = async () => {
    const body = {
      isOffered,
      requiredHours: numberIn(required) ?? 0,
      templateId: numberIn(templateId),
      graceMonths: numberIn(grace) ?? 0,
      renewalCourseId: numberIn(courseId),
      renewalHours: numberIn(hours),
    };
    try {
      await save.mutateAsync({ params: { id }, body });
      toast({ title: 'Certificate saved', description: 'It applies to certificates issued from now on.' });
    } catch {
      // Shown above the button.
    }
  };
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) void submit();
      }}
    >
      <Switch
        checked={isOffered}
        onChange={(event) => setOffered(event.target.checked)}
        help="Learners get it when they complete every lesson, quiz and assignment of the course."
      >
        This course gives a certificate
      </Switch>
      <FormField label="Credit hours needed besides" help="Collected anywhere, before or after. Empty: none.">
        <Input
          type="number"
          min={0}
          max={500}
          step={0.5}
          value={required}
          onChange={(event) => setRequired(event.target.value)}
        />
      </FormField>
      <FormField
        label="Template"
        help={
          <Link className="link" to="/certificate-templates">
            See all templates
          </Link>
        }
      >
        <Select value={templateId} onChange={(event) => setTemplateId(event.target.value)}>
          <option value="">The platform’s own</option>
          {templates
            .filter(({ version, isArchived }) => version > 0 && !isArchived)
            .map(({ id: template, name }) => (
              <option key={template} value={template}>
                {name}
              </option>
            ))}
        </Select>
      </FormField>
      <h2 className="t-s mt-4">Renewal</h2>
      <FormField label="Course that renews it" help="Completing it starts the next cycle.">
        <Select value={courseId} onChange={(event) => setCourseId(event.target.value)}>
          <option value="">None</option>
          {courses.map((course) => (
            <option key={course.id} value={course.id}>
              {course.title}
            </option>
          ))}
        </Select>
      </FormField>
      <FormField
        label="Credit hours that renew it"
        help="Collected since the certificate was issued. Empty: hours don’t renew it."
      >
        <Input
          type="number"
          min={0.5}
          max={500}
          step={0.5}
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
      </FormField>
      <FormField label="Grace period in months" help="How long after it expired it can still be renewed.">
        <Input
          type="number"
          min={0}
          max={60}
          value={grace}
          onChange={(event) => setGrace(event.target.value)}
        />
      </FormField>
      {save.error && (
        <Notice tone="bad" isAlert>
          {failureTextOf(save.error)}
        </Notice>
      )}
      <div>
        <Button variant="primary" type="submit" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
