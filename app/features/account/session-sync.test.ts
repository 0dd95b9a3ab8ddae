import { expect, it, vi } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { createApiClient } from '#app/lib/api-client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { userQuery } from './account.api.ts';
import { followOtherTabs, tellOtherTabs } from './session-sync.ts';

function tab() {
  const answers = [{ username: 'ana' }, { username: 'ben' }];
  const client = createQueryClient(createApiClient(async () => Response.json(answers.shift())));
  const target = new EventTarget();
  const stop = followOtherTabs(client, target);
  const nameShown = () => client.getQueryData(userQuery().queryKey)?.username;
  return { client, target, stop, nameShown };
}

it('another tab’s news drop what was private and ask again who is there', async () => {
  const { client, stop, nameShown } = tab();
  const unwatch = new QueryObserver(client, userQuery()).subscribe(() => {});
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

it('a page woken by Back starts over; one that was merely loaded does not', async () => {
  const { client, target, stop } = tab();
  client.setQueryData(['/api/orders'], [{ id: 1 }]);
  target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(client.getQueryData(['/api/orders'])).toBeDefined();
  target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(client.getQueryData(['/api/orders'])).toBeUndefined();
  stop();
});

it('a tab tells the others and not itself', async () => {
  const { client, stop } = tab();
  client.setQueryData(['/api/orders'], [{ id: 1 }]);
  const other = new BroadcastChannel('releve.session');
  const heard = new Promise((resolve) => {
    other.addEventListener('message', resolve, { once: true });
  });
  tellOtherTabs();
  await heard;
  expect(client.getQueryData(['/api/orders'])).toBeDefined();
  other.close();
  stop();
});
