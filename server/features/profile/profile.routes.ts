// Binds the contracts of profiles and their pictures.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  deleteProfileImage,
  getProfile,
  getPublicProfile,
  putProfileImage,
  updateProfile,
} from '#shared/features/profile/profile.contract.ts';
import { removeAvatar, replaceAvatar } from './avatar.service.ts';
import { changeProfile, getOwnProfile, getPublicCard } from './profile.service.ts';

export function registerProfileRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getPublicProfile, ({ params }) => getPublicCard(ctx, params.id));
  bindContract(app, ctx, getProfile, ({ viewer }) => getOwnProfile(ctx, viewer));
  bindContract(app, ctx, updateProfile, ({ viewer, body }) => changeProfile(ctx, viewer, body));
  bindContract(app, ctx, putProfileImage, ({ viewer, file, query }) =>
    replaceAvatar(ctx, viewer, { file, crop: query }),
  );
  bindContract(app, ctx, deleteProfileImage, ({ viewer }) => removeAvatar(ctx, viewer));
}
