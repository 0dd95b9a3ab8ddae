// The user query: how long it stays fresh and which events refetch it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/features/account/account.contract.ts';
import { createApiClient } from './api-client.ts';
import { createQueryClient } from './query.ts';
import { listenForAuthEvents, getUserQuery } from './user.api.ts';

const member: User = {
  id: 1,
  username: 'member',
  firstName: 'N',
  lastName: 'A',
  profileImageUrl: null,
  role: 'user',
  email: 'member@releve.example',
  isEmailVerified: true,
  needsTwoFactor: false,
};

function client(respond: () => Response = () => Response.json(member)) {
  const calls: string[] = [];
  const api = createApiClient(async (path) => {
    calls.push(path);
    return respond();
  });
  return { client: createQueryClient(api), calls };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the user query', () => {
  it('is stale after 10 s', async () => {
    const { client: cache, calls } = client();
    await cache.fetchQuery(getUserQuery());
    vi.advanceTimersByTime(9_900);
    await cache.fetchQuery(getUserQuery());
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(200);
    await cache.fetchQuery(getUserQuery());
    expect(calls).toHaveLength(2);
  });

  it('treats a 401 as a guest, and nothing else', async () => {
    const guest = client(() => Response.json({ message: 'Unauthorized' }, { status: 401 }));
    expect(await guest.client.fetchQuery(getUserQuery())).toBeNull();
    const broken = client(() => Response.json({ message: 'x' }, { status: 500 }));
    await expect(broken.client.fetchQuery(getUserQuery())).rejects.toThrow('x');
  });
});

describe('events', () => {
  it('profile-image-updated refetches at once', async () => {
    const { client: cache, calls } = client();
    await cache.fetchQuery(getUserQuery());
    const target = new EventTarget();
    const stop = listenForAuthEvents(cache, target);
    target.dispatchEvent(new Event('profile-image-updated'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
    stop();
    target.dispatchEvent(new Event('profile-image-updated'));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
  });

  it('auth-refresh-required invalidates the user and refetches 100 ms later', async () => {
    const { client: cache, calls } = client();
    await cache.fetchQuery(getUserQuery());
    const target = new EventTarget();
    listenForAuthEvents(cache, target);
    target.dispatchEvent(new Event('auth-refresh-required'));
    expect(cache.getQueryState(getUserQuery().queryKey)?.isInvalidated).toBe(true);
    await vi.advanceTimersByTimeAsync(99);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });
});
