// Conversations of the demo school, in SQL.
import { and, asc, eq } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { conversationMembers, conversations, messages } from '#server/db/schema/message.ts';
import { resources } from '#server/db/schema/resource.ts';
import type { About } from '#shared/features/message/message.rules.ts';
import { MINUTE_MS } from './seed-moment.ts';

type IdOf = (username: string) => number;
type Line = { from: string; minutesAgo: number; text: string; isAbout?: true };
type Talk = {
  between: [asker: string, owner: string];
  about: 'resource' | 'course';
  /** Messages the asker has not read yet. */
  unread: number;
  lines: Line[];
};

const HOUR = 60;
const DAY = 24 * HOUR;

const TALKS: Talk[] = [
  {
    between: ['member', 'seller'],
    about: 'resource',
    unread: 2,
    lines: [
      {
        from: 'member',
        minutesAgo: 6 * DAY,
        isAbout: true,
        text: 'Love this one. My teens get it alone but lose it the moment they have a partner. Is that page 6, or is it me?',
      },
      {
        from: 'seller',
        minutesAgo: 6 * DAY - 106,
        text: 'It’s never you. Page 6, but put their hands on each other’s elbows first, not shoulders. Elbows can’t cheat.',
      },
      { from: 'member', minutesAgo: 3 * DAY, text: 'Elbows worked. Now they rush the 4-and-1 every time.' },
      {
        from: 'seller',
        minutesAgo: 50,
        text: 'Their 4-and-1 is fine. It’s the 2 that’s late, so everything after it runs to catch up.',
      },
      { from: 'seller', minutesAgo: 49, text: 'Clap the 2 with them for a week. Only the 2.' },
    ],
  },
  {
    between: ['member', 'instructor'],
    about: 'course',
    unread: 0,
    lines: [
      {
        from: 'member',
        minutesAgo: 5 * DAY,
        isAbout: true,
        text: 'Does this help with a class of nine-year-olds, or is it only for adults?',
      },
      {
        from: 'instructor',
        minutesAgo: 5 * DAY - 3 * HOUR,
        text: 'Both. Take the second module slower and leave out the last exercise.',
      },
      { from: 'member', minutesAgo: 4 * DAY, text: 'Thank you, that settles it.' },
    ],
  },
  {
    between: ['multi', 'seller'],
    about: 'resource',
    unread: 1,
    lines: [
      { from: 'multi', minutesAgo: 2 * DAY, isAbout: true, text: 'Could you add a track at 84?' },
      { from: 'seller', minutesAgo: DAY, text: 'Yes, it comes with the next version.' },
    ],
  },
];

export async function fillMessages(tx: Tx, { idOf, now }: { idOf: IdOf; now: Date }): Promise<void> {
  for (const talk of TALKS) await insertTalk(tx, talk, { idOf, now });
}

async function insertTalk(tx: Tx, talk: Talk, { idOf, now }: { idOf: IdOf; now: Date }): Promise<void> {
  const [asker, owner] = talk.between.map(idOf) as [number, number];
  const about = await findSubject(tx, { type: talk.about, ownerId: owner });
  const at = ({ minutesAgo }: Line) => new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const first = talk.lines[0] as Line;
  const last = talk.lines.at(-1) as Line;
  const [conversation] = await tx
    .insert(conversations)
    .values({
      threadKey: [asker, owner].toSorted((a, b) => a - b).join(','),
      startedBy: asker,
      isFirstContact: true,
      ...(about && { aboutType: about.type, aboutId: about.id }),
      lastSeq: talk.lines.length,
      createdAt: at(first),
      lastMessageAt: at(last),
    })
    .returning({ id: conversations.id });
  const conversationId = conversation?.id ?? 0;
  const readBy = (userId: number) => talk.lines.length - (userId === asker ? talk.unread : 0);
  await tx.insert(conversationMembers).values(
    [asker, owner].map((userId) => ({
      conversationId,
      userId,
      lastReadSeq: readBy(userId),
      joinedAt: at(first),
    })),
  );
  await tx.insert(messages).values(
    talk.lines.map((line, index) => ({
      conversationId,
      seq: index + 1,
      senderId: idOf(line.from),
      text: line.text,
      ...(line.isAbout && about && { aboutType: about.type, aboutId: about.id }),
      createdAt: at(line),
    })),
  );
}

/** The first thing of theirs that is on sale; null if there is none. */
async function findSubject(
  tx: Tx,
  { type, ownerId }: { type: Talk['about']; ownerId: number },
): Promise<About | null> {
  const [row] =
    type === 'resource'
      ? await tx
          .select({ id: resources.id })
          .from(resources)
          .where(and(eq(resources.sellerId, ownerId), eq(resources.state, 'published')))
          .orderBy(asc(resources.id))
          .limit(1)
      : await tx
          .select({ id: courses.id })
          .from(courses)
          .where(and(eq(courses.instructorId, ownerId), eq(courses.state, 'published')))
          .orderBy(asc(courses.id))
          .limit(1);
  return row ? { type, id: row.id } : null;
}
