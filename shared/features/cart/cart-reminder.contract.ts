// The one mail about a cart somebody left, and doing without it: as a setting, or by the link in the mail itself.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';

const wish = z.object({ isWanted: z.boolean() });

export const getCartReminders = defineContract({
  method: 'GET',
  path: '/api/account/cart-reminders',
  summary: 'Whether I am reminded of a cart I left',
  access: 'signed-in',
  response: wish,
});

export const setCartReminders = defineContract({
  method: 'PUT',
  path: '/api/account/cart-reminders',
  summary: 'Be reminded of a cart I left, or not',
  access: 'signed-in',
  body: wish,
  response: wish,
});

export const stopCartReminders = defineContract({
  method: 'POST',
  path: '/api/cart-reminders/off',
  summary: 'No more reminders, by the key in a mail; without signing in',
  access: 'public',
  body: z.object({ key: z.string().max(100) }),
  errors: ['not_found'],
  rateLimit: { points: 30, seconds: 60 },
});
