// Profiles from the browser's side: what is read, what is changed, and who is told of it.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ContractOutput } from '#shared/contract.ts';
import {
  deleteProfileImage,
  getProfile,
  getPublicProfile,
  updateProfile,
} from '#shared/features/profile/profile.contract.ts';
import type { UpdateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

export type PublicProfile = ContractOutput<typeof getPublicProfile>;
export type OwnProfile = ContractOutput<typeof getProfile>;

export const publicProfileQuery = (id: number) => contractQuery(getPublicProfile, { params: { id } });
/** Asked for at each visit: an address is confirmed in another tab, a role is given by staff. */
export const ownProfileQuery = () => ({ ...contractQuery(getProfile, {}), staleTime: 0 });

/** Every place in this tab that shows me: my own pages, my public one, and by the event of spec §4 the header. */
export function showChanges(client: QueryClient, changed: Partial<PublicProfile>): void {
  const own = client.setQueryData(ownProfileQuery().queryKey, (known) => known && { ...known, ...changed });
  if (own) {
    client.setQueryData(publicProfileQuery(own.id).queryKey, (known) => known && { ...known, ...changed });
  }
  dispatchEvent(new Event('profile-image-updated'));
}

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateProfileBody) => browserApi.call(updateProfile, { body }),
    onSuccess: (card) => showChanges(client, card),
  });
}

export function useRemovePicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => browserApi.call(deleteProfileImage, {}),
    onSuccess: () => showChanges(client, { profileImageUrl: null }),
  });
}
