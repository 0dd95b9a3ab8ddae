// What a seller reads after a decision of the officers.
import { lineForMail } from '#shared/line-of-text.ts';

type Decided = {
  id: number;
  title: string;
  reason: string | null;
  siteName: string;
  publicUrl: string;
};

type Move = 'approve' | 'reject' | 'request-changes' | 'archive' | 'restore';

const WORDS: Record<Move, (it: Decided & { name: string }) => { subject: string; lines: (string | null)[] }> =
  {
    approve: ({ name, siteName, publicUrl, id }) => ({
      subject: `On sale at ${siteName}: ${name}`,
      lines: [`we looked at ${name} and put it on sale. Here is its page:\n${publicUrl}/curriculum/${id}`],
    }),
    'request-changes': ({ name, reason, publicUrl, id }) => ({
      subject: `Please change something first: ${name}`,
      lines: [
        `thank you for ${name}. Before it can go on sale we ask for a change:`,
        reason,
        `Change it and send it again here:\n${publicUrl}/curriculum/${id}/edit`,
      ],
    }),
    reject: ({ name, reason, publicUrl, id }) => ({
      subject: `Not accepted: ${name}`,
      lines: [
        `thank you for ${name}. We decided not to put it on sale. The reason:`,
        reason,
        `You can still change it and send it again:\n${publicUrl}/curriculum/${id}/edit`,
      ],
    }),
    archive: ({ name, reason }) => ({
      subject: `No longer on sale: ${name}`,
      lines: [`we took ${name} off sale. Those who have it keep it. The reason:`, reason],
    }),
    restore: ({ name, reason, publicUrl, id }) => ({
      subject: `On sale again: ${name}`,
      lines: [`we put ${name} back on sale:`, reason, `Here is its page:\n${publicUrl}/curriculum/${id}`],
    }),
  };

export function decisionMail(move: Move, decided: Decided): { subject: string; text: string } {
  const { subject, lines } = WORDS[move]({ ...decided, name: `“${lineForMail(decided.title)}”` });
  const text = ['Hello,', ...lines, 'The curriculum team'];
  return { subject, text: text.filter((line) => line !== null).join('\n\n') };
}
