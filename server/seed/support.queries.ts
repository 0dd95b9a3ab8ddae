// Questions to support and saved replies of the demo school, in SQL.
import type { Tx } from '#server/db/client.ts';
import { conversationMembers, conversations, messages } from '#server/db/schema/message.ts';
import { savedReplies, supportNotes, supportRequests } from '#server/db/schema/support.ts';
import type { SupportState } from '#shared/features/message/message.rules.ts';
import { MINUTE_MS } from './seed-moment.ts';

type IdOf = (username: string) => number;
type Line = { isFromSupport?: true; minutesAgo: number; text: string };
type Question = {
  subject: string;
  state: SupportState;
  /** A username, or the name and address of a guest. */
  from: string | { name: string; email: string };
  orderNumber?: string;
  lines: Line[];
  note?: string;
};

const HOUR = 60;
const DAY = 24 * HOUR;

const QUESTIONS: Question[] = [
  {
    subject: 'My certificate has my old name',
    state: 'open',
    from: 'member',
    lines: [
      {
        minutesAgo: 5 * HOUR,
        text: 'I got married in September and my certificate still has my old surname. Can it be changed, or do I have to take the exam again?',
      },
    ],
  },
  {
    subject: 'Invoice with our tax number',
    state: 'open',
    from: { name: 'Priya Nair', email: 'priya@northsidedance.example' },
    lines: [
      {
        minutesAgo: 2 * DAY,
        text: 'We bought eight seats for our studio. Our accountant needs the studio’s name and tax number on the receipt.',
      },
      {
        isFromSupport: true,
        minutesAgo: 2 * DAY - 95,
        text: 'Hi Priya,\n\ntell us the exact name and number and we’ll see what we can do.',
      },
      { minutesAgo: 50, text: 'Northside Dance Studio, 27-4419203. Thank you!' },
    ],
    note: 'Paid by card on the studio’s name, so this is fine.',
  },
  {
    subject: 'The video stops after two minutes',
    state: 'waiting',
    from: 'multi',
    lines: [
      { minutesAgo: 3 * DAY, text: 'In lesson 3 the video stops after two minutes, on my phone only.' },
      {
        isFromSupport: true,
        minutesAgo: 3 * DAY - 40,
        text: 'Which phone and browser is it, and does it also stop on Wi-Fi?',
      },
    ],
  },
  {
    subject: 'Bought the wrong level',
    state: 'solved',
    from: 'member',
    lines: [
      { minutesAgo: 9 * DAY, text: 'I bought the advanced plans and need the beginner ones. Can I swap?' },
      {
        isFromSupport: true,
        minutesAgo: 9 * DAY - 3 * HOUR,
        text: 'Hi,\n\nask for a refund on the receipt and buy the other one. You’re within the 7 days, so there’s no question about it.',
      },
      { minutesAgo: 8 * DAY, text: 'Done, thanks.' },
    ],
  },
];

const REPLIES = [
  {
    title: 'Ask for the order number',
    text: 'Hi {{first_name}},\n\nwhich order is it about? The number starts with RV- and is on your receipt.\n\n{{agent_name}}, {{site_name}}',
  },
  {
    title: 'How to ask for a refund',
    text: 'Hi {{first_name}},\n\nopen {{order_number}} under My Purchases and choose “Ask for a refund”. The seller answers there.\n\n{{agent_name}}, {{site_name}}',
  },
  {
    title: 'Solved, write back any time',
    text: 'Hi {{first_name}},\n\nthat should be all. If something is still wrong, write back and we’ll look again.\n\n{{agent_name}}, {{site_name}}',
  },
];

export async function fillSupport(tx: Tx, { idOf, now }: { idOf: IdOf; now: Date }): Promise<void> {
  for (const [position, question] of QUESTIONS.entries()) {
    await insertQuestion(tx, question, { idOf, now, position });
  }
  await tx
    .insert(savedReplies)
    .values(REPLIES.map((reply) => ({ ...reply, updatedBy: idOf('admin'), updatedAt: now })));
}

async function insertQuestion(
  tx: Tx,
  question: Question,
  { idOf, now, position }: { idOf: IdOf; now: Date; position: number },
): Promise<void> {
  const { subject, state, from, lines, orderNumber = '', note } = question;
  const userId = typeof from === 'string' ? idOf(from) : null;
  const at = ({ minutesAgo }: Line) => new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const [first, last] = [lines[0] as Line, lines.at(-1) as Line];
  const answer = lines.find(({ isFromSupport }) => isFromSupport);
  const [conversation] = await tx
    .insert(conversations)
    .values({
      threadKey: `support|demo-${position}`,
      subject,
      startedBy: userId,
      isFirstContact: false,
      supportState: state,
      lastSeq: lines.length,
      createdAt: at(first),
      lastMessageAt: at(last),
    })
    .returning({ id: conversations.id });
  const conversationId = conversation?.id ?? 0;
  if (userId !== null) {
    await tx
      .insert(conversationMembers)
      .values({ conversationId, userId, lastReadSeq: lines.length, joinedAt: at(first) });
  }
  await tx.insert(messages).values(
    lines.map((line, index) => ({
      conversationId,
      seq: index + 1,
      senderId: line.isFromSupport ? idOf('admin') : userId,
      isFromSupport: line.isFromSupport ?? false,
      text: line.text,
      createdAt: at(line),
    })),
  );
  const [request] = await tx
    .insert(supportRequests)
    .values({
      conversationId,
      userId,
      ...(typeof from === 'object' && { guestName: from.name, guestEmail: from.email }),
      orderNumber,
      assigneeId: answer ? idOf('admin') : null,
      createdAt: at(first),
      firstResponseAt: answer ? at(answer) : null,
      solvedAt: state === 'solved' ? at(last) : null,
    })
    .returning({ id: supportRequests.id });
  if (note) {
    await tx.insert(supportNotes).values({
      requestId: request?.id ?? 0,
      authorId: idOf('admin'),
      text: note,
      createdAt: at(last),
    });
  }
}
