// Profiles and profile images over HTTP.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/profile/profile.contract.ts';
import { deleteProfileImage, openAvatar, setProfileImage } from './avatar.service.ts';
import { declareMinor, getProfile, getPublicProfile, setTimeZone, updateProfile } from './profile.service.ts';

/** Every new image has a new name. */
const FOREVER = 'public, max-age=31536000, immutable';

export function registerProfileRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getPublicProfile, ({ params }) => getPublicProfile(ctx, params.id));
  bindContract(app, ctx, contract.getProfile, ({ viewer }) => getProfile(ctx, viewer));
  bindContract(app, ctx, contract.updateProfile, ({ viewer, body }) => updateProfile(ctx, viewer, body));
  bindContract(app, ctx, contract.setTimeZone, ({ viewer, body }) => setTimeZone(ctx, viewer, body));
  bindContract(app, ctx, contract.declareMinor, ({ viewer }) => declareMinor(ctx, viewer));
  bindContract(app, ctx, contract.setProfileImage, ({ viewer, file, query }) =>
    setProfileImage(ctx, viewer, { file, crop: query }),
  );
  bindContract(app, ctx, contract.deleteProfileImage, ({ viewer }) => deleteProfileImage(ctx, viewer));

  // The images themselves, also at the shorter path that pages fall back to (spec §4).
  for (const url of ['/uploads/profiles/:file', '/uploads/:file']) {
    app.get<{ Params: { file: string } }>(
      url,
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const { stream, bytes } = await openAvatar(ctx, request.params.file);
        return reply
          .headers({
            'content-type': 'image/webp',
            'content-length': bytes,
            'cache-control': FOREVER,
            'x-content-type-options': 'nosniff',
          })
          .send(stream);
      },
    );
  }
}
