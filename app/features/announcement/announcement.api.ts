// Announcements from the browser's side.
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/announcement/announcement.contract.ts';
import { freshQuery, listQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type {
  AnnouncementAudience,
  SentAnnouncement,
} from '#shared/features/announcement/announcement.contract.ts';
export type Announcement = ContractOutput<typeof contract.getAnnouncement>;

const PROGRESS_MS = 1500;

export const listAnnouncementAudiencesQuery = () => freshQuery(contract.listAnnouncementAudiences, {});

/** Asked again while one is being sent. */
export const listOwnAnnouncementsQuery = (page: number) => ({
  ...listQuery(contract.listOwnAnnouncements, { query: { page } }),
  refetchInterval: (query: { state: { data?: ContractOutput<typeof contract.listOwnAnnouncements> } }) =>
    query.state.data?.items.some(({ state }) => state === 'sending') ? PROGRESS_MS : false,
});

export const getAnnouncementQuery = (id: number) => freshQuery(contract.getAnnouncement, { params: { id } });

export const useCreateAnnouncement = () =>
  useContractMutation(contract.createAnnouncement, { invalidates: [contract.listOwnAnnouncements] });
