// Profiles in the browser: queries, mutations, and where a change must show.
import type { QueryClient } from '@tanstack/react-query';
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/profile/profile.contract.ts';
import type { UpdateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { contractQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type PublicProfile = ContractOutput<typeof contract.getPublicProfile>;
export type OwnProfile = ContractOutput<typeof contract.getProfile>;

export const getPublicProfileQuery = (id: number) =>
  contractQuery(contract.getPublicProfile, { params: { id } });
/** Refetched on every visit: the address may be confirmed in another tab, and staff may change roles. */
export const getProfileQuery = () => freshQuery(contract.getProfile, {});

/** Updates the own and the public profile in the cache, and the header through the event of spec §4. */
export function showChanges(client: QueryClient, changed: Partial<PublicProfile>): void {
  const own = client.setQueryData(getProfileQuery().queryKey, (old) => old && { ...old, ...changed });
  if (own) {
    client.setQueryData(getPublicProfileQuery(own.id).queryKey, (old) => old && { ...old, ...changed });
  }
  dispatchEvent(new Event('profile-image-updated'));
}

export const useUpdateProfile = () =>
  useContractMutation(contract.updateProfile, {
    input: (body: UpdateProfileBody) => ({ body }),
    onSuccess: (profile, _body, _shown, { client }) => showChanges(client, profile),
  });

/** The field shows why it failed. */
export const useSetTimeZone = () =>
  useContractMutation(contract.setTimeZone, {
    invalidates: [contract.getProfile],
    input: (timeZone: string) => ({ body: { timeZone } }),
  });

export const useDeclareMinor = () =>
  useContractMutation(contract.declareMinor, {
    invalidates: [contract.getProfile],
    input: () => ({}),
  });

export const useDeleteProfileImage = () =>
  useContractMutation(contract.deleteProfileImage, {
    input: () => ({}),
    onSuccess: (_profile, _input, _shown, { client }) => showChanges(client, { profileImageUrl: null }),
  });
