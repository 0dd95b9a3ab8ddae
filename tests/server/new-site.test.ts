// A brand-new site, from its first user to the first sale, course, booking and certificate. Everyone does only what their
// page lets them do: nothing here is written to the database directly.
import { expect, it } from 'vitest';
import { ensureFirstAdmin } from '#server/features/user-admin/user-actions.service.ts';
import { register } from '#shared/features/account/account.contract.ts';
import { approveApplication, listApplications } from '#shared/features/application/application.contract.ts';
import { createResource, submitResource } from '#shared/features/authoring/authoring.contract.ts';
import { getAvailability, updateAvailability } from '#shared/features/availability/availability.contract.ts';
import { listResources } from '#shared/features/catalogue/catalogue.contract.ts';
import { listCategories } from '#shared/features/category/category.contract.ts';
import { listCertificates, verifyCertificate } from '#shared/features/certificate/certificate.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import * as editor from '#shared/features/course-editor/course-editor.contract.ts';
import type { CourseDraft } from '#shared/features/course-editor/course-editor.contract.ts';
import { getSiteSetup, getStaffDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import {
  createSessionType,
  getOwnInstructor,
  publishOwnInstructor,
  updateOwnInstructor,
} from '#shared/features/instructor/instructor.contract.ts';
import { decideResource } from '#shared/features/moderation/moderation.contract.ts';
import { listPurchases } from '#shared/features/order/order.contract.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { getSettings, updateSettings } from '#shared/features/site/site.contract.ts';
import { setUserRoles } from '#shared/features/user-admin/user-admin.contract.ts';
import { bookingTools } from './booking-tools.ts';
import { CARDS, MARA } from './checkout-tools.ts';
import { courseEditorTools } from './course-editor-tools.ts';
import { emptySite } from './empty-site.ts';
import { PROFILE, SESSION } from './instructor-tools.ts';
import type { Person } from './resource-tools.ts';
import { settleDecisions } from './settle-decisions.ts';
import { tusTools } from './upload-tools.ts';

const site = await emptySite();
const { ctx, call } = site;
const { as, lesson, edit, publish } = courseEditorTools(site);

async function signUp(username: string, reasons: string[] = []): Promise<Person> {
  const name = { firstName: 'First', lastName: username };
  const password = 'Plié, tendu, jeté 32';
  const answer = await call(register, {
    body: { ...name, username, email: `${username}@barre.studio`, password, reasons },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { id: answer.json<{ id: number }>().id, username, headers: { cookie } };
}

const open = async ({ headers }: Person) =>
  (await call(getSiteSetup, { headers }))
    .json<{ steps: { key: string; isDone: boolean }[] }>()
    .steps.flatMap(({ key, isDone }) => (isDone ? [] : [key]));

async function categoryOf(kind: 'resource' | 'course'): Promise<number> {
  const [first] = (await call(listCategories, { query: { kind } })).json<{ id: number }[]>();
  if (!first) throw new Error(`There is no ${kind} category.`);
  return first.id;
}

const buy = async (person: Person, item: object) => {
  const body = { ...MARA, items: [{ quantity: 1, ...item }], card: CARDS.good };
  const answer = await call(simpleCheckout, { body, headers: person.headers });
  expect(answer.json(), answer.body).toMatchObject({ status: 'paid' });
};

const ada = await signUp('ada');
const olga = await signUp('olga');
const sela = await signUp('sela', ['sell']);
const ines = await signUp('ines', ['teach']);
const mara = await signUp('mara');

it('the first admin comes from the settings of the server, and sees what is missing', async () => {
  expect(await ensureFirstAdmin(ctx, 'ada')).toBe(true);
  expect(await open(ada)).toEqual([
    'name',
    'address',
    'mail',
    'payments',
    'fee',
    'officer',
    'course',
    'backup',
  ]);
  const dashboard = (await call(getStaffDashboard, { headers: ada.headers })).json();
  expect(dashboard).toMatchObject({ people: 5, applicationsWaiting: 2, failedJobs: 0 });
  const settings = await as<object>(ada, getSettings, {});
  await as(
    ada,
    updateSettings,
    {},
    { ...settings, siteName: 'Barre Studio', supportEmail: 'us@barre.studio' },
  );
  await as(
    ada,
    setUserRoles,
    { id: olga.id },
    { roles: ['curriculum_officer'], primary: 'curriculum_officer' },
  );
  expect(await open(ada)).toEqual(['address', 'mail', 'payments', 'course', 'backup']);
});

it('who wants to sell and who wants to teach are approved', async () => {
  const { items } = await as<{ items: { id: number; kind: string }[] }>(ada, listApplications, {});
  expect(items.map(({ kind }) => kind).toSorted()).toEqual(['sell', 'teach']);
  for (const { id, kind } of items) await as(kind === 'sell' ? olga : ada, approveApplication, { id });
  await settleDecisions(ctx);
});

it('the first resource is filed, reviewed, found and sold', async () => {
  const upload = await tusTools(site).send(
    sela.headers.cookie,
    'plan.txt',
    Buffer.from('Plié slowly. '.repeat(40)),
  );
  await ctx.jobs.drain();
  const { id } = await as<{ id: number }>(
    sela,
    createResource,
    {},
    {
      title: 'Pliés for cold halls',
      description: 'Ten short warm-ups for cold halls, each with its counts and a drawing.',
      categoryId: await categoryOf('resource'),
      price: '12,50',
      uploadIds: [upload],
    },
  );
  await as(sela, submitResource, { id });
  await as(olga, decideResource, { id }, { action: 'approve' });
  await settleDecisions(ctx);
  const found = (await call(listResources, { query: { q: 'cold halls' } })).json();
  expect(found.items).toMatchObject([{ id, price: '12.50' }]);
  await buy(mara, { itemType: 'resource', itemId: id });
  expect((await call(listPurchases, { headers: mara.headers })).json().items).toMatchObject([{ itemId: id }]);
});

it('the first course is built, sold and finished, and ends with a certificate anyone can verify', async () => {
  const { id } = await as<CourseDraft>(ines, editor.createCourse, {}, { title: 'Teaching adagio' });
  const { created } = await as<{ created: { type: string; id: number }[] }>(
    ines,
    editor.createDraftItems,
    { id },
    {
      items: [
        { type: 'module', title: 'Balance' },
        { type: 'lesson', title: 'Find the floor', kind: 'reading' },
      ],
    },
  );
  const lessonId = created[1]?.id ?? 0;
  await edit(ines, lesson(id, lessonId), { body: 'Stand still.' });
  const { settings } = await as<CourseDraft>(ines, editor.getCourseDraft, { id });
  await as(
    ines,
    editor.updateCourseSettings,
    { id },
    {
      revision: settings.revision,
      kind: 'certification',
      categoryId: await categoryOf('course'),
      description: 'Slow.',
      price: '49',
    },
  );
  await publish(ines, id);
  expect(await open(ada)).not.toContain('course');
  await buy(mara, { itemType: 'course', itemId: id });
  await as(mara, saveLessonProgress, { id: lessonId }, { completed: true });
  const [certificate] = await as<{ code: string }[]>(mara, listCertificates, {});
  const verified = await call(verifyCertificate, { params: { code: certificate?.code ?? '' } });
  expect(verified.json(), verified.body).toMatchObject({ issuer: 'Barre Studio', status: 'valid' });
});

it('the first session is offered, booked and paid', async () => {
  await as(ines, updateOwnInstructor, {}, { ...PROFILE, styles: ['Ballet'] });
  const { sessionTypes } = await as<{ sessionTypes: { id: number }[] }>(ines, createSessionType, {}, SESSION);
  const weeklyHours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, startMinute: 540, endMinute: 1020 }));
  const { revision } = await as<{ revision: number }>(ines, getAvailability, {});
  await as(ines, updateAvailability, {}, { weeklyHours, dateHours: [], timeOff: [], revision });
  await as(ines, publishOwnInstructor, {});
  expect(await as(ines, getOwnInstructor, {})).toMatchObject({ state: 'listed', missingSteps: [] });
  const teacher = { ...ines, sessionTypeId: sessionTypes[0]?.id ?? 0 };
  const { reservation } = await bookingTools(site).bookFirst(mara, teacher);
  await buy(mara, { itemType: 'booking', itemId: reservation.id });
  const { rows } = await ctx.pool.query('select state from bookings');
  expect(rows).toEqual([{ state: 'confirmed' }]);
});
