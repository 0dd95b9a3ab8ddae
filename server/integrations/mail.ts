// Sends mail through an SMTP server. Without one there is no mailer, and mail stays in the outbox.
import nodemailer from 'nodemailer';
import type { Config } from '#server/config.ts';
import { methodOf } from './calendar/write-calendar.ts';

export type MailMessage = {
  /** Becomes the Message-ID, so that duplicates can be recognized. */
  id: string;
  from: string | { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** Takes a POST that ends mails of this kind (RFC 8058). */
  unsubscribeUrl: string | null;
  /** An invitation in iCalendar format. */
  calendar: string | null;
};

export type Mailer = {
  /** Resolves once the server has accepted the mail. */
  deliver(message: MailMessage): Promise<void>;
};

/** The server will never accept this mail for this recipient. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}

/** For each step. */
const TIMEOUT = 10_000;
/** For the whole delivery, in case the server trickles its answers. */
const DEADLINE = 60_000;

export function createMailer(config: Pick<Config, 'smtpUrl' | 'publicUrl'>): Mailer | null {
  const { smtpUrl } = config;
  if (!smtpUrl) return null;
  const domain = new URL(config.publicUrl).hostname;
  return {
    async deliver({ id, from, to, subject, text, html, unsubscribeUrl, calendar }) {
      const transport = nodemailer.createTransport({
        url: smtpUrl,
        connectionTimeout: TIMEOUT,
        greetingTimeout: TIMEOUT,
        socketTimeout: TIMEOUT,
        dnsTimeout: TIMEOUT,
        // Mail may contain user text, which must never make us read a file or a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const sending = transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        // An object is one address; a string would be parsed as a list.
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== null && { html }),
        ...(calendar !== null && {
          icalEvent: { method: methodOf(calendar), filename: 'session.ics', content: calendar },
        }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== null && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      try {
        await within(DEADLINE, sending);
      } catch (error) {
        throw isFinal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
      } finally {
        transport.close();
      }
    },
  };
}

/** A 5xx about the recipient or the mail. A failed login is our own problem and worth a retry. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isAboutMail && typeof error.responseCode === 'number' && error.responseCode >= 500;
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
