// Certifications to earn in tests, and what people do with their certificates.
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import * as contract from '#shared/features/certificate/certificate.contract.ts';
import { setTimeZone } from '#shared/features/profile/profile.contract.ts';
import type { Certificate } from '#shared/features/certificate/certificate.schema.ts';
import { learnerIn, taughtCourse } from './learning-tools.ts';
import { cookieOf, type Person } from './resource-tools.ts';
import type { TestApp } from './test-app.ts';

type CourseValues = Parameters<typeof taughtCourse>[1];

export function certificateTools({ ctx, call }: Pick<TestApp, 'ctx' | 'call'>) {
  /** A certification of one lesson, valid for three years. */
  const certification = (values: CourseValues = {}) =>
    taughtCourse(ctx, {
      kind: 'certification',
      validMonths: 36,
      creditHours: 6,
      modules: [{ lessons: [{}] }],
      ...values,
    });

  const complete = (lessonId: number | undefined, person: Person) =>
    call(saveLessonProgress, { params: { id: lessonId ?? 0 }, body: { completed: true }, ...person });

  /** Signed in again: sessions don't last for years. */
  const today = async (person: Person): Promise<Person> => ({
    ...person,
    headers: { cookie: await cookieOf(ctx, person.id) },
  });

  const mine = async (person: Person): Promise<Certificate[]> =>
    (await call(contract.listCertificates, { ...(await today(person)) })).json();

  async function certified(values: CourseValues = {}, { timeZone }: { timeZone?: string } = {}) {
    const course = await certification(values);
    const me = await learnerIn(ctx, course.id);
    if (timeZone) await call(setTimeZone, { body: { timeZone }, ...me });
    await complete(course.lessonIds[0], me);
    const [certificate] = await mine(me);
    if (!certificate) throw new Error('No certificate was issued.');
    return { course, me, certificate };
  }

  const rule = (courseId: number, body: object) =>
    call(
      contract.saveCertificateRule,
      {
        params: { id: courseId },
        body: {
          isOffered: true,
          requiredHours: 0,
          templateId: null,
          graceMonths: 12,
          renewalCourseId: null,
          renewalHours: null,
          ...body,
        },
      },
      'admin',
    );

  const verify = (code: string) => call(contract.verifyCertificate, { params: { code }, from: '10.1.2.3' });

  return { certification, complete, today, mine, certified, rule, verify };
}
