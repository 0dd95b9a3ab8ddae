// Profiles: what everyone may see of a user, and editing one's own.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { liveBadgeSchema } from '#shared/features/certificate/certificate.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { ROLES } from '#shared/roles.ts';
import { timeZoneField, updateProfileBody } from './profile.schema.ts';

/** Larger files are refused. */
export const AVATAR_MAX_BYTES = 20 * 1024 * 1024;

/** What everyone may see. The username isn't part of it. */
const publicProfile = {
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  bio: z.string(),
  danceStyles: z.array(z.string()),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  /** Courses and resources are listed by their own features. */
  isInstructor: z.boolean(),
  isSeller: z.boolean(),
  /** The id of their store, while it is open. */
  storeId: z.int().nullable(),
  memberSince: z.string(),
  /** Certificates that are valid now. */
  certifications: z.array(liveBadgeSchema),
};

export const getPublicProfile = defineContract({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'Get the public profile of a user',
  access: 'public',
  params: idParams,
  response: z.object(publicProfile),
  errors: ['not_found'],
});

export const getProfile = defineContract({
  method: 'GET',
  path: '/api/profile',
  summary: 'Get my profile',
  access: 'signed-in',
  response: z.object({
    ...publicProfile,
    username: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    /** The new address, until the link sent to it is opened. */
    pendingEmail: z.string().nullable(),
    roles: z.array(z.enum(ROLES)),
    /** Null: not chosen yet, and taken as UTC. */
    timeZone: z.string().nullable(),
    isMinor: z.boolean(),
  }),
});

/** Only staff take it back: someone could talk a child into it. */
export const declareMinor = defineContract({
  method: 'POST',
  path: '/api/profile/minor',
  summary: 'Say that I’m under 18, so that people I don’t know can’t write to me',
  access: 'signed-in',
});

/** Certificates expire at midnight there, and sessions are shown in it. */
export const setTimeZone = defineContract({
  method: 'PUT',
  path: '/api/profile/time-zone',
  summary: 'Set my time zone',
  access: 'signed-in',
  body: z.object({ timeZone: timeZoneField }),
  response: z.object({ timeZone: z.string() }),
});

export const updateProfile = defineContract({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Update my profile',
  access: 'signed-in',
  body: updateProfileBody,
  response: z.object(publicProfile),
});

const fraction = z.coerce.number().min(0).max(1);

export const setProfileImage = defineContract({
  method: 'PUT',
  path: '/api/profile/image',
  summary: 'Upload my profile image as the request body, cropped to a square given in fractions of its size',
  access: 'signed-in',
  upload: { maxBytes: AVATAR_MAX_BYTES },
  query: z.object({
    left: fraction.default(0),
    top: fraction.default(0),
    width: fraction.default(1),
    height: fraction.default(1),
  }),
  response: z.object({ profileImageUrl: z.string() }),
  errors: ['payload_too_large', 'unprocessable', 'unsupported_media_type', 'too_many_requests'],
  rateLimit: { points: 30, seconds: 600 },
});

export const deleteProfileImage = defineContract({
  method: 'DELETE',
  path: '/api/profile/image',
  summary: 'Delete my profile image; my initials are shown instead',
  access: 'signed-in',
});
