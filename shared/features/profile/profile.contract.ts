// A person's own page: what others see of them, their picture, their applications, their data.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { ROLES } from '#shared/roles.ts';
import { currentPasswordField } from '#shared/features/account/account.schema.ts';
import { APPLICATION_KINDS, APPLICATION_STATES } from '#shared/features/application/application.states.ts';
import { applyBody, updateProfileBody } from './profile.schema.ts';

/** Larger is refused, never cut. */
export const AVATAR_MAX_BYTES = 20 * 1024 * 1024;

/** What anyone may know of a person. The login name is not part of it. */
const card = {
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  bio: z.string(),
  danceStyles: z.array(z.string()),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  /** Whether they teach and sell here; courses and material are listed by their own features. */
  isInstructor: z.boolean(),
  isSeller: z.boolean(),
  memberSince: z.string(),
};

export const getPublicProfile = defineContract({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'What anyone may know of a person',
  access: 'public',
  params: idParams,
  response: z.object(card),
  errors: ['not_found'],
});

export const getProfile = defineContract({
  method: 'GET',
  path: '/api/profile',
  summary: 'My own profile',
  access: 'signed-in',
  response: z.object({
    ...card,
    username: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    /** An address that waits for its link to be opened. */
    pendingEmail: z.string().nullable(),
    roles: z.array(z.enum(ROLES)),
  }),
});

export const updateProfile = defineContract({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Change what others see of me',
  access: 'signed-in',
  body: updateProfileBody,
  response: z.object(card),
});

const share = z.coerce.number().min(0).max(1);

export const putProfileImage = defineContract({
  method: 'PUT',
  path: '/api/profile/image',
  summary: 'My picture: the file as the body, cut to a square given in parts of its width and height',
  access: 'signed-in',
  upload: { maxBytes: AVATAR_MAX_BYTES },
  query: z.object({
    left: share.default(0),
    top: share.default(0),
    width: share.default(1),
    height: share.default(1),
  }),
  response: z.object({ profileImageUrl: z.string() }),
  errors: ['payload_too_large', 'unprocessable', 'unsupported_media_type', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const deleteProfileImage = defineContract({
  method: 'DELETE',
  path: '/api/profile/image',
  summary: 'Go back to the picture drawn from my initials',
  access: 'signed-in',
});

export const applicationSchema = z.object({
  id: z.int(),
  kind: z.enum(APPLICATION_KINDS),
  state: z.enum(APPLICATION_STATES),
  note: z.string(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});

export const listMyApplications = defineContract({
  method: 'GET',
  path: '/api/applications',
  summary: 'My applications to sell or teach',
  access: 'signed-in',
  response: z.array(applicationSchema),
});

export const applyForRole = defineContract({
  method: 'POST',
  path: '/api/applications',
  summary: 'Ask to sell or to teach; grants nothing until staff approve it',
  access: 'signed-in',
  body: applyBody,
  response: applicationSchema,
  status: 201,
  errors: ['conflict'],
});

export const withdrawApplication = defineContract({
  method: 'DELETE',
  path: '/api/applications/:id',
  summary: 'Take back an application that waits',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found'],
});

export const exportAccount = defineContract({
  method: 'GET',
  path: '/api/account/export',
  summary: 'Everything kept about me, as one JSON file',
  access: 'signed-in',
  /** Features add their own parts as they come. */
  response: z.record(z.string(), z.unknown()),
  errors: ['too_many_requests'],
  rateLimit: { points: 10, seconds: 3600 },
});

export const deleteAccount = defineContract({
  method: 'DELETE',
  path: '/api/account',
  summary: 'Remove my account and everything about me that no law or buyer needs',
  access: 'signed-in',
  body: z.object({ password: currentPasswordField }),
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});
