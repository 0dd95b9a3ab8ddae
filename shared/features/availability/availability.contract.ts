// An instructor's hours, days off, other calendars and calendar feed.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import {
  addCalendarBody,
  availabilitySchema,
  externalCalendarSchema,
  updateAvailabilityBody,
} from './availability.schema.ts';

export const getAvailability = defineContract({
  method: 'GET',
  path: '/api/availability',
  summary: 'Get the viewer’s weekly hours, exceptions, other calendars and calendar feed',
  access: 'signed-in',
  response: availabilitySchema,
  errors: ['forbidden', 'not_found'],
});

export const updateAvailability = defineContract({
  method: 'PUT',
  path: '/api/availability',
  summary: 'Replace the viewer’s hours and days off, unless they changed since they were read',
  access: 'signed-in',
  body: updateAvailabilityBody,
  response: availabilitySchema,
  errors: ['forbidden', 'not_found', 'conflict', 'unprocessable'],
});

export const addCalendar = defineContract({
  method: 'POST',
  path: '/api/availability/calendars',
  summary: 'Add another calendar by its ICS address; its events become busy times',
  access: 'signed-in',
  body: addCalendarBody,
  response: externalCalendarSchema,
  status: 201,
  errors: ['forbidden', 'not_found', 'conflict'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const readCalendar = defineContract({
  method: 'POST',
  path: '/api/availability/calendars/:id/read',
  summary: 'Read another calendar again now, in the background',
  access: 'signed-in',
  params: idParams,
  response: externalCalendarSchema,
  status: 202,
  errors: ['forbidden', 'not_found'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const removeCalendar = defineContract({
  method: 'DELETE',
  path: '/api/availability/calendars/:id',
  summary: 'Remove another calendar and its busy times',
  access: 'signed-in',
  params: idParams,
  errors: ['forbidden', 'not_found'],
});

export const createCalendarFeed = defineContract({
  method: 'POST',
  path: '/api/availability/feed',
  summary: 'Create the secret address of the viewer’s booking calendar, replacing an earlier one',
  access: 'signed-in',
  response: z.object({ url: z.string(), createdAt: z.iso.datetime() }),
  status: 201,
  errors: ['forbidden', 'not_found'],
});

export const revokeCalendarFeed = defineContract({
  method: 'DELETE',
  path: '/api/availability/feed',
  summary: 'Revoke the secret address of the viewer’s booking calendar',
  access: 'signed-in',
  errors: ['forbidden', 'not_found'],
});
