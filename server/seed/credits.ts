// What people of the demo school learned elsewhere. The demo member's passport has hours in every state; the others wait
// for staff, two of them with the very same file.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { CreditState } from '#shared/features/credit/credit.rules.ts';
import { findCreditWithoutFiles, insertCredits, insertEvidence } from './credits.queries.ts';
import { DAY_MS } from './seed-moment.ts';

type SeedCredit = {
  by: string;
  title: string;
  provider: string;
  daysAgo: number;
  hours: number;
  isSafePractice?: boolean;
  state: CreditState;
  reason?: string;
  files: string[];
};

const CREDITS: readonly SeedCredit[] = [
  {
    by: 'member',
    title: 'Falling safely: a floorwork weekend',
    provider: 'Northside Dance Center, Minneapolis',
    daysAgo: 11,
    hours: 3,
    state: 'in_review',
    files: ['attendance.pdf'],
  },
  {
    by: 'member',
    title: 'Music for dance teachers',
    provider: 'Open Ear evening school',
    daysAgo: 38,
    hours: 6,
    state: 'returned',
    reason: 'The sheet doesn’t show the hours. Send the program, or an invoice that names them.',
    files: ['attendance-sheet.pdf'],
  },
  {
    by: 'member',
    title: 'Injury prevention for youth dancers',
    provider: 'Twin Cities Dance Medicine',
    daysAgo: 107,
    hours: 4,
    isSafePractice: true,
    state: 'counted',
    files: ['certificate.pdf', 'program.pdf'],
  },
  {
    by: 'member',
    title: 'An evening at the ballet',
    provider: 'Municipal Theater',
    daysAgo: 150,
    hours: 2,
    state: 'declined',
    reason: 'A performance isn’t training, so it can’t count.',
    files: ['ticket.pdf'],
  },
  {
    by: 'member',
    title: 'First aid in the studio',
    provider: 'City Ambulance Service',
    daysAgo: 262,
    hours: 4.5,
    isSafePractice: true,
    state: 'counted',
    files: ['first-aid-card.pdf'],
  },
  ...['siobhan', 'duarte'].map((by, at) => ({
    by,
    title: 'Teaching dancers with hearing loss',
    provider: 'Signing in Motion',
    daysAgo: 6 - at,
    hours: 5,
    state: 'in_review' as const,
    files: ['confirmation.pdf'],
  })),
  {
    by: 'haruka',
    title: 'Safeguarding in youth arts',
    provider: 'Regional Arts Council',
    daysAgo: 4,
    hours: 2.5,
    isSafePractice: true,
    state: 'in_review',
    files: ['certificate.pdf'],
  },
  {
    by: 'mei.lin',
    title: 'Rhythm tap intensive',
    provider: 'Sole Studio',
    daysAgo: 2,
    hours: 12,
    state: 'in_review',
    files: ['invoice.pdf', 'schedule.pdf'],
  },
];

const ago = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

type Filled = { idOf: (username: string) => number; now: Date };

/** Sent in the day after, decided two days later. */
export function fillCredits(tx: Tx, { idOf, now }: Filled): Promise<void> {
  return insertCredits(
    tx,
    CREDITS.map(({ by, daysAgo, reason, files: _files, ...credit }) => ({
      ...credit,
      userId: idOf(by),
      source: 'outside',
      doneOn: ago(now, daysAgo).toISOString().slice(0, 10),
      createdAt: ago(now, daysAgo - 1),
      decisionReason: reason ?? null,
      ...(credit.state !== 'in_review' && { decidedAt: ago(now, daysAgo - 3), decidedBy: idOf('admin') }),
    })),
  );
}

/** In the background after the first start, because it needs the storage. */
export const attachDemoEvidenceJob = defineJob({
  name: 'demo.attach-evidence',
  data: z.object({}),
  async run(ctx) {
    for (const credit of CREDITS) {
      const found = await findCreditWithoutFiles(ctx.db, { username: credit.by, title: credit.title });
      if (found) await attach(ctx, found.id, credit);
    }
  },
});

async function attach(ctx: AppContext, creditId: number, credit: SeedCredit): Promise<void> {
  // What writes documents is large in memory: it is there once it is needed.
  const { makeSeedFile } = await import('./files/make-file.ts');
  const files = [];
  for (const name of credit.files) {
    const plan = evidenceOf(credit, name);
    const file = { kind: 'pdf', label: name, name, plan } as const;
    const { data, contentType } = await makeSeedFile(file, { style: 'Contemporary' });
    const storageKey = `credit-files/demo-${creditId}-${name}`;
    await ctx.storage.put(storageKey, data, { contentType });
    const sha256 = createHash('sha256').update(data).digest('hex');
    files.push({ creditId, name, contentType, bytes: data.length, sha256, storageKey });
  }
  await insertEvidence(ctx.db, files);
}

/** One page that says what, where and how long, and not to whom: the same for everyone who was there. */
function evidenceOf({ title, provider, hours, state }: SeedCredit, name: string) {
  const paragraphs = [
    `Issued by ${provider}.`,
    'The participant attended the whole event and took part in every practical exercise.',
  ];
  const bullets = [...(state === 'returned' ? [] : [`Hours taught: ${hours}`]), 'Signed by the organizer'];
  const heading = (name.replace(/\.pdf$/, '').replaceAll('-', ' ') || title).replace(/^./, (letter) =>
    letter.toUpperCase(),
  );
  return { title, subtitle: provider, pages: [{ heading, paragraphs, bullets }] };
}
