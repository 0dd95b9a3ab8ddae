import { expect, it, vi } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { createApiClient } from './api-client.ts';
import { createQueryClient } from './query.ts';
import { getUserQuery } from './user.api.ts';
import { followOtherTabs, notifyOtherTabs } from './session-sync.ts';

function tab() {
  const responses = [{ username: 'ana' }, { username: 'ben' }];
  const client = createQueryClient(createApiClient(async () => Response.json(responses.shift())));
  const target = new EventTarget();
  const stop = followOtherTabs(client, target);
  const nameShown = () => client.getQueryData(getUserQuery().queryKey)?.username;
  return { client, target, stop, nameShown };
}

it('a message from another tab drops private data and refetches the user', async () => {
  const { client, stop, nameShown } = tab();
  const unwatch = new QueryObserver(client, getUserQuery()).subscribe(() => {});
  await vi.waitFor(() => expect(nameShown()).toBe('ana'));
  client.setQueryData(['/api/orders'], [{ id: 1 }]);
  const other = new BroadcastChannel('releve.session');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, only this origin
  other.postMessage('changed');
  await vi.waitFor(() => expect(nameShown()).toBe('ben'));
  expect(client.getQueryData(['/api/orders'])).toBeUndefined();
  other.close();
  unwatch();
  stop();
});

it('a page restored by Back resets, a freshly loaded page does not', async () => {
  const { client, target, stop } = tab();
  client.setQueryData(['/api/orders'], [{ id: 1 }]);
  target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(client.getQueryData(['/api/orders'])).toBeDefined();
  target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(client.getQueryData(['/api/orders'])).toBeUndefined();
  stop();
});

it('a tab notifies the others and not itself', async () => {
  const { client, stop } = tab();
  client.setQueryData(['/api/orders'], [{ id: 1 }]);
  const other = new BroadcastChannel('releve.session');
  const heard = new Promise((resolve) => {
    other.addEventListener('message', resolve, { once: true });
  });
  notifyOtherTabs();
  await heard;
  expect(client.getQueryData(['/api/orders'])).toBeDefined();
  other.close();
  stop();
});
