// The link in emails about payments. It is signed, not stored, and names one membership.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { getSigningKey } from '#server/platform/settings.service.ts';

/** Longer than all attempts to charge a card. */
const LINK_DAYS = 30;

const TOKEN = /^(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/;

export async function cardLinkUrl(
  ctx: Pick<AppContext, 'config' | 'clock'>,
  db: DbOrTx,
  { id }: { id: number },
): Promise<string> {
  const expiresAt = Math.floor(daysAfter(ctx.clock.now(), LINK_DAYS).getTime() / 1000);
  const text = `${id}.${expiresAt}`;
  return `${ctx.config.publicUrl}/subscription/card?token=${text}.${sign(await keyOf(db), text)}`;
}

const keyOf = (db: DbOrTx) => getSigningKey({ db }, 'membership-card');

const sign = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Null if we didn't sign it. */
export async function parseCardLink(
  db: DbOrTx,
  token: string,
): Promise<{ membershipId: number; expiresAt: Date } | null> {
  const [, id = '', expiresAt = '', signature = ''] = TOKEN.exec(token) ?? [];
  const expected = sign(await keyOf(db), `${id}.${expiresAt}`);
  const isGenuine =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isGenuine ? { membershipId: Number(id), expiresAt: new Date(Number(expiresAt) * 1000) } : null;
}
