// The person in the cache: how long, renewed by which events, forgotten when.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/features/account/account.contract.ts';
import { logoutFailureText } from '#shared/features/account/account.rules.ts';
import { createApiClient } from '#app/lib/api-client.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { listenForAuthEvents, userQuery } from './account.api.ts';
import { forgetEverything } from './session.api.ts';

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
    await cache.fetchQuery(userQuery());
    vi.advanceTimersByTime(9_900);
    await cache.fetchQuery(userQuery());
    expect(calls).toHaveLength(1);
    vi.advanceTimersByTime(200);
    await cache.fetchQuery(userQuery());
    expect(calls).toHaveLength(2);
  });

  it('takes a 401 for a guest, and nothing else', async () => {
    const guest = client(() => Response.json({ message: 'Unauthorized' }, { status: 401 }));
    expect(await guest.client.fetchQuery(userQuery())).toBeNull();
    const broken = client(() => Response.json({ message: 'x' }, { status: 500 }));
    await expect(broken.client.fetchQuery(userQuery())).rejects.toThrow('x');
  });
});

describe('events', () => {
  it('profile-image-updated asks once again, at once', async () => {
    const { client: cache, calls } = client();
    await cache.fetchQuery(userQuery());
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

  it('auth-refresh-required marks the person as outdated and asks 100 ms later', async () => {
    const { client: cache, calls } = client();
    await cache.fetchQuery(userQuery());
    const target = new EventTarget();
    listenForAuthEvents(cache, target);
    target.dispatchEvent(new Event('auth-refresh-required'));
    expect(cache.getQueryState(userQuery().queryKey)?.isInvalidated).toBe(true);
    await vi.advanceTimersByTimeAsync(99);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });
});

it('signing out forgets everything but that nobody is there', () => {
  const { client: cache } = client();
  cache.setQueryData(['/api/orders'], [{ id: 1 }]);
  cache.setQueryData(userQuery().queryKey, member);
  forgetEverything(cache);
  expect(
    cache
      .getQueryCache()
      .getAll()
      .map((query) => [query.queryKey, query.state.data]),
  ).toEqual([[['/api/user'], null]]);
});

it('a failed signing-out says what the server says of a refusal, else the fixed text', () => {
  const fixed = 'There was an error logging you out. Please try again.';
  expect(logoutFailureText({ status: 500, message: 'boom' })).toBe(fixed);
  expect(logoutFailureText(new TypeError('Failed to fetch'))).toBe(fixed);
  expect(logoutFailureText({ status: 403, message: 'This request came from another site.' })).toBe(
    'This request came from another site.',
  );
});
