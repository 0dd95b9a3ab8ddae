// What others see of someone in a conversation besides their messages: that they have read them, and that they write.
import type { AppContext } from '#server/context.ts';
import { publishTyping } from '#server/platform/live-event.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { listShowing, showsActivity, upsertMessageSettings } from './message-activity.queries.ts';
import { listBlocks } from './message-safety.queries.ts';
import { isStrangerToMinor } from './message-safety.service.ts';
import { listMemberIds } from './message.queries.ts';
import { noSuchConversation } from './message.service.ts';

type Settings = { showsActivity: boolean };

export async function getMessageSettings(ctx: AppContext, { id }: Viewer): Promise<Settings> {
  return { showsActivity: await showsActivity(ctx.db, { userId: id }) };
}

export async function updateMessageSettings(
  ctx: AppContext,
  { id }: Viewer,
  settings: Settings,
): Promise<Settings> {
  await upsertMessageSettings(ctx.db, { userId: id, ...settings });
  return settings;
}

/** Nothing is stored. People who hide their activity, or block each other, neither send nor see it. */
export async function sendTyping(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const members = await listMemberIds(ctx.db, { id });
  if (!members.includes(viewer.id)) throw noSuchConversation();
  const showing = await listShowing(ctx.db, { userIds: members });
  const others = showing.filter((userId) => userId !== viewer.id);
  if (!showing.includes(viewer.id) || others.length === 0) return;
  const among = { userId: viewer.id, otherIds: others };
  const [blocks, isStranger] = await Promise.all([
    listBlocks(ctx.db, among),
    isStrangerToMinor(ctx.db, among),
  ]);
  const away = new Set(blocks.flatMap(({ userId, blockedId }) => [userId, blockedId]));
  const toIds = others.filter((userId) => !away.has(userId));
  if (isStranger || toIds.length === 0) return;
  await publishTyping(ctx.db, { conversationId: id, userId: viewer.id, toIds });
}
