// Files of bookings and notes about clients: who sees them, who doesn't, and what happens to them with the account.
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { checkUploadJob } from '#server/features/upload/upload.service.ts';
import * as contract from '#shared/features/booking/booking-file.contract.ts';
import { scheduleAppointment, updateBooking } from '#shared/features/booking/booking.contract.ts';
import type { BookingFile } from '#shared/features/booking/booking.schema.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  type Made,
  type Teacher,
} from '../../../tests/server/booking-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { filesKept, tusTools } from '../../../tests/server/upload-tools.ts';
import { bookingPersonalData } from './booking.privacy.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book } = bookingTools(app);
const tus = tusTools(app);
const admin = await someone(ctx, { roles: ['admin'] });

async function upload(person: Person, name: string, content = name): Promise<string> {
  const id = await tus.send(person.headers.cookie, name, Buffer.from(content), 'booking-file');
  await checkUploadJob.run(ctx, { id });
  return id;
}

const freeTeacher = (offered: Parameters<typeof bookableTeacher>[1] = {}) =>
  bookableTeacher(ctx, { priceCents: 0, ...offered });

async function booked(client: Person, teacher: Teacher, more: object = {}): Promise<Booking> {
  const start = (await slotsOf(teacher)).at(-1)?.start;
  const answer = await book(client, teacher, { start, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Made>().booking;
}

const list = async (person: Person, id: number) =>
  (await call(contract.listBookingFiles, { ...person, params: { id } })).json<BookingFile[]>();
const add = (person: Person, id: number, uploadIds: string[]) =>
  call(contract.addBookingFiles, { ...person, params: { id }, body: { uploadIds } });
const open = (person: Person | null, id: number | undefined) =>
  app.app.inject({ url: `/api/booking-files/${id}`, ...(person && { headers: person.headers }) });

const subjectOf = ({ id }: Person) => ({
  userId: id,
  email: 'x',
  isEmailVerified: false,
  orderIds: [],
  now: ctx.clock.now(),
});
const erase = async (person: Person) => {
  await inTransaction(
    ctx.db,
    (tx) => bookingPersonalData.erase?.(ctx, tx, subjectOf(person)) ?? Promise.resolve(),
  );
  await ctx.jobs.drain();
};

describe('files of a booking', () => {
  it('go along with it, and nobody but the two sides opens them', async () => {
    const [client, outsider] = [await someone(ctx), await someone(ctx)];
    const teacher = await freeTeacher();
    const stranger = await freeTeacher();
    const uploadId = await upload(client, 'adagio.txt', 'my teens rush');
    const stolen = await book(outsider, teacher, {
      start: (await slotsOf(teacher))[0]?.start,
      uploadIds: [uploadId],
    });
    expect(stolen.statusCode).toBe(404);
    const booking = await booked(client, teacher, { uploadIds: [uploadId] });
    const [file] = await list(teacher, booking.id);
    expect(file).toMatchObject({ name: 'adagio.txt', isByClient: true, isOwn: false });
    expect(await list(client, booking.id)).toMatchObject([{ isByClient: true, isOwn: true }]);
    for (const person of [client, teacher]) expect((await open(person, file?.id)).body).toBe('my teens rush');
    expect((await open(client, file?.id)).headers['content-disposition']).toContain('attachment');
    for (const person of [outsider, stranger]) {
      expect((await open(person, file?.id)).statusCode).toBe(404);
      const listed = await call(contract.listBookingFiles, { ...person, params: { id: booking.id } });
      expect(listed.statusCode).toBe(404);
      expect((await add(person, booking.id, [await upload(person, 'x.txt')])).statusCode).toBe(404);
      const deleted = await call(contract.deleteBookingFile, { ...person, params: { id: file?.id ?? 0 } });
      expect(deleted.statusCode).toBe(404);
    }
    expect((await open(null, file?.id)).statusCode).toBe(401);
  });

  it('that a booking can’t take leave the time free', async () => {
    const [client, teacher] = [await someone(ctx), await freeTeacher()];
    const start = (await slotsOf(teacher))[0]?.start;
    const answer = await book(client, teacher, { start, uploadIds: [crypto.randomUUID()] });
    expect(answer.statusCode).toBe(404);
    expect((await slotsOf(teacher))[0]?.start).toBe(start);
  });

  it('are opened by staff on record only', async () => {
    const [client, teacher] = [await someone(ctx), await freeTeacher()];
    const booking = await booked(client, teacher, { uploadIds: [await upload(client, 'a.txt')] });
    const [file] = await list(admin, booking.id);
    const audits = async () =>
      (
        await ctx.pool.query(`select 1 from audit_log where action = 'booking.open-file' and actor_id = $1`, [
          admin.id,
        ])
      ).rowCount;
    const before = await audits();
    expect((await open(admin, file?.id)).body).toBe('a.txt');
    expect(await audits()).toBe((before ?? 0) + 1);
    expect((await add(admin, booking.id, [await upload(admin, 'b.txt')])).statusCode).toBe(403);
  });

  it('follow a booking that moves, and are deleted by those who shared them', async () => {
    const [client, teacher] = [await someone(ctx), await freeTeacher()];
    const booking = await booked(client, teacher);
    const added = await add(teacher, booking.id, [await upload(teacher, 'homework.txt')]);
    expect(added.json()).toMatchObject([{ name: 'homework.txt', isByClient: false, isOwn: true }]);
    const start = (await slotsOf(teacher)).at(-5)?.start;
    const body = { action: 'reschedule', start };
    const moved = (
      await call(updateBooking, { ...client, params: { id: booking.id }, body })
    ).json<Booking>();
    const [file] = await list(client, moved.id);
    expect(file?.name).toBe('homework.txt');
    const remove = (person: Person) =>
      call(contract.deleteBookingFile, { ...person, params: { id: file?.id ?? 0 } });
    expect((await remove(client)).statusCode).toBe(404);
    const stored = (await filesKept(ctx)).length;
    expect((await remove(teacher)).json()).toEqual([]);
    await ctx.jobs.drain();
    expect(await filesKept(ctx)).toHaveLength(stored - 1);
    await call(updateBooking, { ...client, params: { id: moved.id }, body: { action: 'cancel' } });
    expect((await add(client, moved.id, [await upload(client, 'late.txt')])).statusCode).toBe(409);
  });

  it('of the instructor are for everyone in a group, those of clients for the instructor', async () => {
    const teacher = await freeTeacher({ kind: 'group', capacity: 3 });
    const start = new Date(ctx.clock.now().getTime() + 5 * DAY).toISOString();
    await call(scheduleAppointment, { ...teacher, body: { sessionTypeId: teacher.sessionTypeId, start } });
    const [ana, bo] = [await someone(ctx), await someone(ctx)];
    const [first, second] = [await booked(ana, teacher), await booked(bo, teacher)];
    await add(teacher, first.id, [await upload(teacher, 'recording.txt')]);
    await add(ana, first.id, [await upload(ana, 'private.txt')]);
    expect((await list(bo, second.id)).map(({ name }) => name)).toEqual(['recording.txt']);
    const [recording, own] = await list(ana, first.id);
    expect((await open(bo, recording?.id)).statusCode).toBe(200);
    expect((await open(bo, own?.id)).statusCode).toBe(404);
    expect((await open(await someone(ctx), recording?.id)).statusCode).toBe(404);
    await erase(ana);
    expect((await list(bo, second.id)).map(({ name }) => name)).toEqual(['recording.txt']);
    expect((await open(teacher, own?.id)).statusCode).toBe(404);
  });

  it('go with the client’s account, recordings of them included', async () => {
    const [client, teacher] = [await someone(ctx), await freeTeacher()];
    const booking = await booked(client, teacher, { uploadIds: [await upload(client, 'mine.txt')] });
    await add(teacher, booking.id, [await upload(teacher, 'recording.txt')]);
    const collected = await bookingPersonalData.collect?.['bookingFiles']?.(ctx.db, subjectOf(client));
    expect(collected).toMatchObject([{ name: 'mine.txt' }]);
    const stored = (await filesKept(ctx)).length;
    await erase(client);
    expect(await list(teacher, booking.id)).toEqual([]);
    expect(await filesKept(ctx)).toHaveLength(stored - 2);
  });
});

describe('a note about a client', () => {
  const save = (person: Person, id: number, text: string) =>
    call(contract.updateClientNote, { ...person, params: { id }, body: { text } });
  const read = (person: Person, id: number) => call(contract.getClientNote, { ...person, params: { id } });

  it('is the instructor’s alone, in their export, and gone with the client', async () => {
    const [client, teacher, other] = [await someone(ctx), await freeTeacher(), await freeTeacher()];
    expect((await save(teacher, client.id, 'Not my client')).statusCode).toBe(404);
    await booked(client, teacher);
    await booked(client, other);
    const text = 'Left knee. Ask before jumps.';
    expect((await save(teacher, client.id, text)).json()).toMatchObject({ text });
    expect((await read(teacher, client.id)).json()).toMatchObject({ text });
    expect((await read(other, client.id)).json()).toEqual({ text: '', updatedAt: null });
    for (const person of [client, admin]) expect((await read(person, client.id)).statusCode).toBe(404);
    const exported = (person: Person) =>
      bookingPersonalData.collect?.['clientNotes']?.(ctx.db, subjectOf(person));
    expect(await exported(teacher)).toMatchObject([{ text }]);
    expect(await exported(client)).toEqual([]);
    expect((await save(teacher, client.id, '')).json()).toEqual({ text: '', updatedAt: null });
    await save(teacher, client.id, text);
    await erase(client);
    expect((await read(teacher, client.id)).json()).toMatchObject({ text: '' });
  });
});
