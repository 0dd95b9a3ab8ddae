// What a seller reads after a decision of the officers.
import { fullNameOf } from '#shared/names.ts';

type Decided = {
  id: number;
  title: string;
  reason: string | null;
  siteName: string;
  publicUrl: string;
  seller: { firstName: string; lastName: string; username: string };
};

type Move = 'approve' | 'reject' | 'request-changes' | 'archive' | 'restore';

/** A subject is one line, whatever a title holds. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);

const WORDS: Record<Move, (it: Decided & { name: string }) => { subject: string; lines: (string | null)[] }> =
  {
    approve: ({ name, siteName, publicUrl, id }) => ({
      subject: `${name} is on sale at ${siteName}`,
      lines: [`we looked at ${name} and put it on sale. Here is its page:\n${publicUrl}/curriculum/${id}`],
    }),
    'request-changes': ({ name, reason, publicUrl, id }) => ({
      subject: `${name}: please change something first`,
      lines: [
        `thank you for ${name}. Before it can go on sale we ask for a change:`,
        reason,
        `Change it and send it again here:\n${publicUrl}/curriculum/${id}/edit`,
      ],
    }),
    reject: ({ name, reason, publicUrl, id }) => ({
      subject: `${name} was not accepted`,
      lines: [
        `thank you for ${name}. We decided not to put it on sale. The reason:`,
        reason,
        `You can still change it and send it again:\n${publicUrl}/curriculum/${id}/edit`,
      ],
    }),
    archive: ({ name, reason }) => ({
      subject: `${name} is no longer on sale`,
      lines: [`we took ${name} off sale. Those who have it keep it. The reason:`, reason],
    }),
    restore: ({ name, reason, publicUrl, id }) => ({
      subject: `${name} is on sale again`,
      lines: [`we put ${name} back on sale:`, reason, `Here is its page:\n${publicUrl}/curriculum/${id}`],
    }),
  };

export function decisionMail(move: Move, decided: Decided): { subject: string; text: string } {
  const { subject, lines } = WORDS[move]({ ...decided, name: `“${oneLine(decided.title)}”` });
  const text = [`Hello ${fullNameOf(decided.seller)},`, ...lines, 'The curriculum team'];
  return { subject, text: text.filter((line) => line !== null).join('\n\n') };
}
