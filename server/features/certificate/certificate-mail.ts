// Emails about certificates: issued or renewed, about to expire, revoked.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { type Mail, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatFullDay } from '#shared/dates.ts';
import { formatCode } from '#shared/features/certificate/certificate.rules.ts';
import { timeLeftText } from '#shared/features/certificate/standing.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { endSentence } from '#shared/quote.ts';
import { findHolder } from './certificate.queries.ts';

type Certificate = {
  id: number;
  code: string;
  userId: number;
  courseTitle: string;
  expiresOn: string | null;
};

type Issued = Certificate & { renewsCode: string | null };

type Draft = Pick<Mail, 'kind' | 'key' | 'subject'> & { lines: (string | null)[] };

/** Deleted and suspended users get none. */
async function sendMail(
  ctx: AppContext,
  tx: Tx,
  { id, userId, courseTitle }: Certificate,
  write: (title: string) => Draft,
) {
  const holder = await findHolder(tx, { userId });
  if (holder?.state !== 'active') return;
  const { siteName } = await getSettings({ db: tx });
  const { lines, ...draft } = write(lineForMail(courseTitle));
  const text = [`Hi ${lineForMail(holder.firstName) || 'there'},`, ...lines, siteName]
    .filter((line) => line !== null)
    .join('\n\n');
  await queueMail(ctx, tx, { ...draft, to: holder.email, userId, link: pathOf({ id }), text });
}

const pathOf = ({ id }: { id: number }) => `/certificates/${id}`;
const pageOf = (ctx: AppContext, certificate: Certificate) => ctx.config.publicUrl + pathOf(certificate);
const verifyPageOf = (ctx: AppContext, { code }: Certificate) =>
  `${ctx.config.publicUrl}/verify/${formatCode(code)}`;

export function sendIssuedMail(ctx: AppContext, tx: Tx, certificate: Issued): Promise<void> {
  const { code, renewsCode, expiresOn } = certificate;
  const write = (title: string): Draft => ({
    kind: 'certificate-issued',
    subject: renewsCode ? `Renewed: ${title}` : `Your certificate: ${title}`,
    lines: [
      renewsCode
        ? `Your certificate for ${title} is renewed. Its number is ${formatCode(code)}; it renews number ${formatCode(renewsCode)}.`
        : `Congratulations. You hold the certificate for ${endSentence(title)}`,
      expiresOn && `It’s valid until ${formatFullDay(expiresOn)}. We’ll remind you before then.`,
      `See it, download it or share it: ${pageOf(ctx, certificate)}`,
      `Anyone can check it here: ${verifyPageOf(ctx, certificate)}`,
    ],
  });
  return sendMail(ctx, tx, certificate, write);
}

export function sendReminderMail(
  ctx: AppContext,
  tx: Tx,
  { days, daysLeft, ...certificate }: Certificate & { days: number; daysLeft: number },
): Promise<void> {
  const { id, expiresOn } = certificate;
  const left = timeLeftText(daysLeft);
  const write = (title: string): Draft => ({
    kind: 'certificate-expiring',
    key: `${id} ${expiresOn} ${days} days`,
    subject: `Your certificate expires ${left}: ${title}`,
    lines: [
      `Your certificate ${formatCode(certificate.code)} for ${title} is valid until ${formatFullDay(expiresOn ?? '')}.`,
      `See what renewing it takes: ${pageOf(ctx, certificate)}`,
    ],
  });
  return sendMail(ctx, tx, certificate, write);
}

export function sendRevokedMail(
  ctx: AppContext,
  tx: Tx,
  { reason, ...certificate }: Certificate & { reason: string },
): Promise<void> {
  const write = (title: string): Draft => ({
    kind: 'certificate-revoked',
    subject: `Your certificate was revoked: ${title}`,
    lines: [
      `Your certificate ${formatCode(certificate.code)} for ${title} is no longer valid.`,
      `The reason: ${lineForMail(reason)}`,
      'People who check it see that it was revoked, but not why. If you think this is a mistake, reply to this email.',
    ],
  });
  return sendMail(ctx, tx, certificate, write);
}

export function sendReinstatedMail(ctx: AppContext, tx: Tx, certificate: Certificate): Promise<void> {
  const write = (title: string): Draft => ({
    kind: 'certificate-reinstated',
    subject: `Your certificate counts again: ${title}`,
    lines: [
      `Your payment for the course came back, so your certificate ${formatCode(certificate.code)} for ${title} is no longer revoked.`,
      `Anyone can check it here: ${verifyPageOf(ctx, certificate)}`,
    ],
  });
  return sendMail(ctx, tx, certificate, write);
}
