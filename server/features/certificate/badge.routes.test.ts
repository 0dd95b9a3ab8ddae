// Badges: anyone can check them with a verifier of their own, and they stop being valid when their certificate does.
import { crc32, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/db/client.ts';
import { createContext } from '#server/start.ts';
import * as contract from '#shared/features/certificate/badge.contract.ts';
import {
  listCertificates,
  renameCertificate,
  revokeCertificate,
} from '#shared/features/certificate/certificate.contract.ts';
import type { Certificate } from '#shared/features/certificate/certificate.schema.ts';
import { saveLessonProgress } from '#shared/features/progress/progress.contract.ts';
import { badgeVerifier } from '../../../tests/server/badge-tools.ts';
import { achievementSchema, openBadgeSchema } from '../../../tests/server/open-badge.schema.ts';
import { learnerIn, taughtCourse } from '../../../tests/server/learning-tools.ts';
import { cookieOf, type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { getIssuerDocument } from './badge-key.service.ts';

const { app, ctx, call } = await testApp({ PUBLIC_URL: 'https://dance.example' });
const verify = badgeVerifier({ app, ctx });

// The verifier compares the status list with the time of day.
ctx.clock.set(new Date());
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

type Credential = {
  id: string;
  credentialSubject: { achievement: { id: string; image: { id: string } }; identifier: object[] };
  credentialStatus: { statusListCredential: string; statusListIndex: string };
  proof: { verificationMethod: string; proofValue: string };
};

async function certified(values: Parameters<typeof taughtCourse>[1] = {}) {
  const course = await taughtCourse(ctx, {
    kind: 'certification',
    validMonths: 36,
    creditHours: 6.5,
    modules: [{ lessons: [{}] }],
    ...values,
  });
  const me = await learnerIn(ctx, course.id);
  const params = { id: course.lessonIds[0] ?? 0 };
  await call(saveLessonProgress, { params, body: { completed: true }, ...me });
  const [certificate] = (await call(listCertificates, me)).json<Certificate[]>();
  if (!certificate) throw new Error('No certificate was issued.');
  return { course, me, certificate };
}

const download = (id: number, person: Partial<Person>, format: 'json' | 'png' = 'json') =>
  call(contract.downloadBadge, { params: { id }, query: { format }, ...person });

async function badgeOf({ certificate, me }: { certificate: Certificate; me: Person }): Promise<Credential> {
  const answer = await download(certificate.id, { headers: { cookie: await cookieOf(ctx, me.id) } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const revoke = ({ certificate: { id } }: { certificate: Certificate }) =>
  call(revokeCertificate, { params: { id }, body: { reason: 'The video was not theirs.' } }, 'admin');
const rotate = (current: string | null) => call(contract.rotateBadgeKey, { body: { current } }, 'admin');
const keys = async () => (await call(contract.listBadgeKeys, {}, 'admin')).json<contract.BadgeKeys>();

describe('a badge', () => {
  it('says what the certificate says, and an independent verifier accepts it', async () => {
    const { me, course, certificate } = await certified();
    const answer = await download(certificate.id, me);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain(`${certificate.code}-badge.json`);
    const badge = answer.json<Credential>();
    expect(badge).toMatchObject({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        expect.stringContaining('/ob/v3p0/'),
        expect.anything(),
      ],
      id: `https://dance.example/verify/${certificate.code}#badge-1`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: 'did:web:dance.example', type: ['Profile'], name: 'Relevé' },
      validUntil: expect.stringMatching(/T00:00:00Z$/),
      credentialSubject: {
        identifier: [{ hashed: false, identityHash: certificate.holderName, identityType: 'name' }],
        achievement: {
          id: `https://dance.example/badges/achievements/${course.id}`,
          achievementType: 'Certification',
          name: course.title,
          creditsAvailable: 6.5,
          criteria: { narrative: expect.stringContaining(course.title) },
        },
      },
      credentialStatus: { type: 'BitstringStatusListEntry', statusListIndex: String(certificate.id) },
      proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022' },
    });
    expect(answer.body).not.toContain(me.username);
    expect(await verify(badge)).toBe('valid');
  });

  it('has the shape 1EdTech’s schema asks for, with and without an expiry', async () => {
    const dated = await badgeOf(await certified());
    const undated = await badgeOf(await certified({ validMonths: null, creditHours: null }));
    for (const badge of [dated, undated]) {
      expect(openBadgeSchema.safeParse(badge).error).toBeUndefined();
    }
    const achievement = await app.inject({ url: new URL(dated.credentialSubject.achievement.id).pathname });
    const { '@context': context, ...published } = achievement.json<Record<string, unknown>>();
    expect(context).toEqual([expect.stringContaining('/ob/v3p0/context-3')]);
    expect(achievementSchema.safeParse(published).error).toBeUndefined();
  });

  it('breaks when any part of it changes', async () => {
    const text = JSON.stringify(await badgeOf(await certified()));
    const changed = (from: RegExp, to: string) => {
      expect(text).toMatch(from);
      return verify(JSON.parse(text.replace(from, to)));
    };
    expect(await changed(/"identityHash":"./, '"identityHash":"Q')).toContain('Invalid signature');
    expect(await changed(/"validUntil":"20\d\d/, '"validUntil":"2099')).toContain('Invalid signature');
    expect(await changed(/"creditsAvailable":6/, '"creditsAvailable":9')).toContain('Invalid signature');
    expect(await changed(/"statusListIndex":"/, '"statusListIndex":"1')).toContain('Invalid signature');
    expect(await changed(/"created":"20\d/, '"created":"209')).not.toBe('valid');
    const digit = /"proofValue":"z2/.test(text) ? 3 : 2;
    expect(await changed(/"proofValue":"z./, `"proofValue":"z${digit}`)).not.toBe('valid');
    expect(await changed(/"name":"Relevé"/, '"name":"Relevé","nickname":"R"')).not.toBe('valid');
  });

  it('runs out when the certificate does', async () => {
    const badge = await badgeOf(await certified());
    const now = ctx.clock.now();
    try {
      ctx.clock.set(new Date(now.getTime() + 4 * YEAR_MS));
      expect(await verify(badge)).toContain('is after "validUntil"');
    } finally {
      ctx.clock.set(now);
    }
  });

  it('never runs out if the certificate doesn’t', async () => {
    const badge = await badgeOf(await certified({ validMonths: null }));
    expect(badge).not.toHaveProperty('validUntil');
    expect(await verify(badge)).toBe('valid');
  });

  it('fails by the status list once revoked, and is not given out anymore; others stay valid', async () => {
    const [mine, other] = [await certified(), await certified()];
    const [badge, otherBadge] = [await badgeOf(mine), await badgeOf(other)];
    expect(await verify(badge)).toBe('valid');
    expect((await revoke(mine)).statusCode).toBe(200);
    expect(await verify(badge)).toBe('revoked');
    expect(await verify(otherBadge)).toBe('valid');
    expect((await download(mine.certificate.id, mine.me)).statusCode).toBe(409);
  });

  it('is another credential after the name was corrected', async () => {
    const mine = await certified();
    const before = await badgeOf(mine);
    const body = { holderName: 'Mara Okafor', reason: 'Typo' };
    await call(renameCertificate, { params: { id: mine.certificate.id }, body }, 'admin');
    const after = await badgeOf(mine);
    expect(after.id).toBe(before.id.replace('#badge-1', '#badge-2'));
    expect(after.credentialSubject.identifier).toMatchObject([{ identityHash: 'Mara Okafor' }]);
    expect(after.credentialStatus).toEqual(before.credentialStatus);
    expect(await verify(after)).toBe('valid');
  });

  it('comes as a picture that contains it', async () => {
    const { me, certificate } = await certified({ title: 'Tap & <Swing>: Größe 1' });
    const answer = await download(certificate.id, me, 'png');
    expect(answer.headers['content-type']).toBe('image/png');
    const { width, height, format } = await sharp(answer.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 640, height: 640, format: 'png' });
    const credential = JSON.parse(bakedIn(answer.rawPayload)) as Credential;
    expect(credential.id).toContain(certificate.code);
    expect(await verify(credential)).toBe('valid');
  });

  it('is for the holder, the instructor and staff', async () => {
    const instructor = await someone(ctx, { roles: ['instructor'] });
    const { me, certificate } = await certified({ instructorId: instructor.id });
    const admin = await call(contract.downloadBadge, { params: { id: certificate.id } }, 'admin');
    const answers = await Promise.all([
      download(certificate.id, me),
      download(certificate.id, instructor),
      download(certificate.id, {}),
      download(certificate.id, await someone(ctx, { roles: ['instructor'] })),
      download(certificate.id, await someone(ctx), 'png'),
    ]);
    expect(statusesOf([admin, ...answers])).toEqual([200, 200, 200, 401, 404, 404]);
    const wrong = { params: { id: certificate.id }, query: { format: 'svg' }, ...me };
    expect((await call(contract.downloadBadge, wrong)).statusCode).toBe(400);
  });
});

/** The text of the one iTXt chunk, read as the PNG specification says. */
function bakedIn(png: Buffer): string {
  const found: string[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === 'iTXt') {
      expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
      const keyword = 'openbadgecredential\0\0\0\0\0';
      expect(data.toString('latin1', 0, keyword.length)).toBe(keyword);
      found.push(data.toString('utf8', keyword.length));
    }
    at += length + 12;
  }
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

describe('what verifiers fetch', () => {
  it('is cached for a while, open to other sites, and names nobody', async () => {
    const mine = await certified();
    const badge = await badgeOf(mine);
    await revoke(mine);
    const { achievement } = badge.credentialSubject;
    const urls = [
      ['https://dance.example/.well-known/did.json', 60],
      [badge.credentialStatus.statusListCredential, 300],
      [achievement.id, 3600],
      [achievement.image.id, 86_400],
    ] as const;
    for (const [url, seconds] of urls) {
      const answer = await app.inject(url.replace('https://dance.example', ''));
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers).toMatchObject({
        'cache-control': `public, max-age=${seconds}`,
        'access-control-allow-origin': '*',
      });
      expect(answer.body).not.toContain(mine.certificate.holderName);
      expect(answer.body).not.toContain(mine.me.username);
      expect(answer.body).not.toContain('PRIVATE KEY');
    }
  });

  it('has one bit per certificate, from left to right, 131,072 in each list', async () => {
    const mine = await certified();
    const { credentialStatus } = await badgeOf(mine);
    await revoke(mine);
    const list = (await app.inject('/badges/status/1')).json<{
      credentialSubject: { encodedList: string };
    }>();
    const bits = gunzipSync(Buffer.from(list.credentialSubject.encodedList.slice(1), 'base64url'));
    expect(bits).toHaveLength(131_072 / 8);
    const { rows } = await ctx.pool.query(
      'select id from certificates where revoked_at is not null order by id',
    );
    const set = Array.from({ length: 131_072 }, (_, at) => at).filter(
      (at) => (bits[Math.floor(at / 8)] ?? 0) & (128 >> (at % 8)),
    );
    expect(set).toEqual(rows.map(({ id }) => id));
    expect(set).toContain(Number(credentialStatus.statusListIndex));
  });

  it('goes on in a second list after certificate 131,071', async () => {
    expect((await app.inject('/badges/status/2')).statusCode).toBe(404);
    await ctx.pool.query(`alter table certificates alter column id restart with 131075`);
    const mine = await certified();
    const badge = await badgeOf(mine);
    expect(badge.credentialStatus).toMatchObject({
      statusListCredential: 'https://dance.example/badges/status/2',
      statusListIndex: String(mine.certificate.id - 131_072),
    });
    expect(await verify(badge)).toBe('valid');
    await revoke(mine);
    expect(await verify(badge)).toBe('revoked');
    expect((await app.inject('/badges/status/3')).statusCode).toBe(404);
    expect((await app.inject('/badges/status/0')).statusCode).toBe(400);
  });

  it('doesn’t include courses that nobody holds a certificate of', async () => {
    const course = await taughtCourse(ctx, { state: 'draft' });
    for (const path of ['', '/image']) {
      const answer = await app.inject(`/badges/achievements/${course.id}${path}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain(course.title);
    }
  });
});

describe('keys', () => {
  it('are replaced without breaking what the old ones signed', async () => {
    const mine = await certified();
    const old = await badgeOf(mine);
    const { current } = await keys();
    const after = (await rotate(current?.id ?? null)).json<contract.BadgeKeys>();
    expect(after.retired.map(({ id }) => id)).toContain(current?.id);
    const next = await badgeOf(mine);
    expect(next.proof.verificationMethod).toBe(`did:web:dance.example#${after.current?.id}`);
    expect(old.proof.verificationMethod).toBe(`did:web:dance.example#${current?.id}`);
    expect(await Promise.all([verify(old), verify(next)])).toEqual(['valid', 'valid']);
    const { rows } = await ctx.pool.query(
      'select count(*)::int as left from badge_keys where private_key is not null',
    );
    expect(rows).toEqual([{ left: 1 }]);
    const { rows: audit } = await ctx.pool.query(
      `select details from audit_log where action = 'badge.rotate' order by id desc limit 1`,
    );
    expect(audit).toEqual([{ details: { before: current?.id, after: after.current?.id } }]);
  });

  it('are replaced once when two admins do it at the same time', async () => {
    const { current, retired } = await keys();
    const answers = await Promise.all([1, 2, 3].map(() => rotate(current?.id ?? null)));
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
    expect((await keys()).retired).toHaveLength(retired.length + 1);
    expect((await rotate(null)).statusCode).toBe(409);
  });

  it('are for admins to see and replace', async () => {
    const member = await someone(ctx, { roles: ['instructor'] });
    expect((await call(contract.listBadgeKeys, member)).statusCode).toBe(403);
    const theirs = { body: { current: null }, ...member };
    expect((await call(contract.rotateBadgeKey, theirs)).statusCode).toBe(403);
  });

  it('end up as one when two servers create the first at once', async () => {
    const database = connectDatabase(ctx.connection, { max: 8 });
    const other = Object.assign(createContext(ctx.config, database, ctx.connection), { clock: ctx.clock });
    afterAll(async () => {
      await other.jobs.stop();
      await database.close();
    });
    for (let round = 0; round < 10; round++) {
      await ctx.pool.query('delete from badge_keys');
      const documents = await Promise.all(
        Array.from({ length: 8 }, (_, n) => getIssuerDocument(n % 2 ? ctx : other)),
      );
      expect(new Set(documents.map((document) => JSON.stringify(document))).size).toBe(1);
      expect(documents[0]?.verificationMethod).toHaveLength(1);
    }
  });
});
