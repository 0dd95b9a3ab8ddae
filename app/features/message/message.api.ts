// Conversations from the browser's side. Live events keep them current (app/layouts/live-updates.ts).
import {
  infiniteQueryOptions,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { fillPath, type ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/message/message.contract.ts';
import type { About, ConversationFilter } from '#shared/features/message/message.rules.ts';
import { apiOf, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import { useUser } from '#app/lib/user.api.ts';

export type {
  AboutCard,
  Conversation,
  ConversationDetail,
  Message,
  MessageFile,
  Person,
} from '#shared/features/message/message.schema.ts';

type Conversations = ContractOutput<typeof contract.listConversations>;
type ListInput = { q: string; filter: ConversationFilter };

export const listConversationsQuery = (query: ListInput) =>
  infiniteQueryOptions({
    queryKey: [contract.listConversations.path, query],
    queryFn: ({ pageParam, client, signal }) =>
      apiOf(client).call(
        contract.listConversations,
        { query: { ...query, ...(pageParam && { before: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

export const getConversationQuery = (id: number) => freshQuery(contract.getConversation, { params: { id } });

/** Pages of messages, the latest first. */
export const listMessagesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [contract.listMessages.path, { id }],
    queryFn: ({ pageParam, client, signal }) =>
      apiOf(client).call(
        contract.listMessages,
        { params: { id }, query: pageParam > 0 ? { before: pageParam } : {} },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ hasEarlier, items }) => (hasEarlier ? items[0]?.seq : undefined),
    staleTime: 0,
  });

export const getRecipientQuery = ({ to, about }: { to?: number | undefined; about?: About | undefined }) =>
  freshQuery(contract.getRecipient, {
    query: { ...(to && { to }), ...(about && { aboutType: about.type, aboutId: about.id }) },
  });

const inbox = [contract.listConversations, contract.getConversation];
const thread = [...inbox, contract.listMessages];

export const useCreateConversation = () =>
  useContractMutation(contract.createConversation, { invalidates: thread });
export const useSendMessage = () => useContractMutation(contract.sendMessage, { invalidates: thread });
export const useEditMessage = () => useContractMutation(contract.editMessage, { invalidates: thread });
export const useDeleteMessage = () => useContractMutation(contract.deleteMessage, { invalidates: thread });
export const useMarkConversationRead = () =>
  useContractMutation(contract.markConversationRead, { invalidates: inbox });
export const useUpdateConversation = () =>
  useContractMutation(contract.updateConversation, {
    invalidates: inbox,
    errorTitle: 'Couldn’t save your changes',
  });
/** Silent and without refetching: it runs while someone types. */
export function useSaveDraft() {
  const client = useQueryClient();
  return useContractMutation(contract.updateConversation, {
    onMutate: ({ params, body: { draft = '' } }) => noteDraft(client, Number(params.id), draft),
  });
}

/** A page that goes away cancels its requests, unless they are kept alive. */
export function useSaveDraftBeforeLeaving(): (id: number, draft: string) => void {
  const client = useQueryClient();
  return useCallback(
    (id, draft) => {
      noteDraft(client, id, draft);
      void fetch(fillPath(contract.updateConversation.path, { id }), {
        method: contract.updateConversation.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ draft }),
        keepalive: true,
      }).catch(() => undefined);
    },
    [client],
  );
}

/** Who comes back to the conversation finds the draft in the cache. */
function noteDraft(client: QueryClient, id: number, draft: string): void {
  client.setQueryData(getConversationQuery(id).queryKey, (known) => known && { ...known, draft });
  client.setQueriesData<InfiniteData<Conversations>>(
    { queryKey: [contract.listConversations.path], predicate: ({ state }) => isPaged(state.data) },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          items: page.items.map((item) =>
            item.id === id ? { ...item, hasDraft: draft.trim() !== '' } : item,
          ),
        })),
      },
  );
}
/** The badge asks for one page by itself. */
const isPaged = (data: unknown): boolean => typeof data === 'object' && data !== null && 'pages' in data;
/** Silent: nobody misses it. */
export const useSendTyping = () => useContractMutation(contract.sendTyping);
export const getMessageSettingsQuery = () => freshQuery(contract.getMessageSettings, {});
export const useUpdateMessageSettings = () =>
  useContractMutation(contract.updateMessageSettings, {
    invalidates: [contract.getMessageSettings, contract.listMessages],
    errorTitle: 'Couldn’t save your changes',
  });
export const useReportConversation = () => useContractMutation(contract.reportConversation);
export const useBlockUser = () => useContractMutation(contract.blockUser, { invalidates: inbox });
export const useUnblockUser = () =>
  useContractMutation(contract.unblockUser, { invalidates: inbox, errorTitle: 'Couldn’t unblock them' });

/** Conversations with unread messages; 0 until it is known. */
export function useUnreadCount(): number {
  const user = useUser();
  const query = freshQuery(contract.listConversations, { query: { filter: 'unread' } });
  return useQuery({ ...query, enabled: Boolean(user) }).data?.unread ?? 0;
}
