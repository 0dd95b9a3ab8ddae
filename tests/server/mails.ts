// The emails the site has sent to someone, as they would read them.
import type { TestContext } from './test-database.ts';

export type ReadMail = { subject: string; text: string };

/** Oldest first. */
export async function mailsTo(ctx: TestContext, address: string): Promise<ReadMail[]> {
  const { rows } = await ctx.pool.query<ReadMail>(
    'select subject, text from mail_outbox where "to" = $1 order by created_at, subject',
    [address],
  );
  return rows;
}

export async function subjectsTo(ctx: TestContext, address: string): Promise<string[]> {
  return (await mailsTo(ctx, address)).map((mail) => mail.subject);
}

/** The token of the link in the latest email with that subject. */
export async function tokenMailed(ctx: TestContext, address: string, subject: RegExp): Promise<string> {
  const mails = (await mailsTo(ctx, address)).filter((mail) => subject.test(mail.subject));
  const token = /\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
  if (!token) throw new Error(`No mail to ${address} with a link and the subject ${subject}`);
  return token;
}
