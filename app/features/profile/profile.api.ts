// Profiles from the browser's side: what is read, what is changed, and who is told of it.
import type { QueryClient } from '@tanstack/react-query';
import type { ContractOutput } from '#shared/contract.ts';
import {
  deleteProfileImage,
  getProfile,
  getPublicProfile,
  updateProfile,
} from '#shared/features/profile/profile.contract.ts';
import type { UpdateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { contractQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type PublicProfile = ContractOutput<typeof getPublicProfile>;
export type OwnProfile = ContractOutput<typeof getProfile>;

export const publicProfileQuery = (id: number) => contractQuery(getPublicProfile, { params: { id } });
/** Asked for at each visit: an address is confirmed in another tab, a role is given by staff. */
export const ownProfileQuery = () => freshQuery(getProfile, {});

/** Every place in this tab that shows me: my own pages, my public one, and by the event of spec §4 the header. */
export function showChanges(client: QueryClient, changed: Partial<PublicProfile>): void {
  const own = client.setQueryData(ownProfileQuery().queryKey, (known) => known && { ...known, ...changed });
  if (own) {
    client.setQueryData(publicProfileQuery(own.id).queryKey, (known) => known && { ...known, ...changed });
  }
  dispatchEvent(new Event('profile-image-updated'));
}

export const useUpdateProfile = () =>
  useContractMutation(updateProfile, {
    input: (body: UpdateProfileBody) => ({ body }),
    onSuccess: (card, _body, _shown, { client }) => showChanges(client, card),
  });

export const useRemovePicture = () =>
  useContractMutation(deleteProfileImage, {
    input: () => ({}),
    onSuccess: (_card, _input, _shown, { client }) => showChanges(client, { profileImageUrl: null }),
  });
