// The wish list from the browser's side. Presses show at once and are taken back when the server refuses.
import type { MutationFunctionContext } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { type CatalogueItem, changeMyItem, myItemQuery } from '#app/lib/item-access.api.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as contract from '#shared/features/wishlist/wishlist.contract.ts';

/** Asked for at each visit: things are wished for on other pages, and go off sale meanwhile. */
export const listWishlistItemsQuery = () => freshQuery(contract.listWishlistItems, {});

const inputOf = ({ type, id }: CatalogueItem) => ({ params: { itemType: type, itemId: id } });

/** The heart of one thing: puts it on the list or takes it off. */
export const useSetWishlistItem = (item: CatalogueItem) =>
  useContractMutation(
    (isWished: boolean) => (isWished ? contract.addWishlistItem : contract.removeWishlistItem),
    {
      input: () => inputOf(item),
      async onMutate(isWished, { client }) {
        await client.cancelQueries({ queryKey: myItemQuery(item).queryKey });
        changeMyItem(client, item, { isWished });
      },
      onSuccess(_answer, isWished, _shown, { client }) {
        void client.invalidateQueries({ queryKey: listWishlistItemsQuery().queryKey });
        if (isWished) toast({ title: 'Saved', action: { label: 'See your wish list', to: '/wishlist' } });
        else toast({ title: 'Taken off your wish list' });
      },
      onError: (_error, isWished, _shown, { client }) => changeMyItem(client, item, { isWished: !isWished }),
      errorTitle: (isWished) => (isWished ? 'It could not be saved' : 'It is still on your wish list'),
    },
  );

type Wishes = { resources: { id: number }[]; courses: { id: number }[] };

function without<List extends Wishes>(wishes: List, { type, id }: CatalogueItem): List {
  const others = (list: { id: number }[]) => list.filter((known) => known.id !== id);
  return type === 'resource'
    ? { ...wishes, resources: others(wishes.resources) }
    : { ...wishes, courses: others(wishes.courses) };
}

const refreshed = {
  onSettled: (
    ...[, , item, , { client }]: [unknown, unknown, CatalogueItem, unknown, MutationFunctionContext]
  ) =>
    Promise.all([
      client.invalidateQueries({ queryKey: listWishlistItemsQuery().queryKey }),
      client.invalidateQueries({ queryKey: myItemQuery(item).queryKey }),
    ]),
};

/** Puts back what was just taken off. */
export const useAddWishlistItem = () =>
  useContractMutation(contract.addWishlistItem, {
    ...refreshed,
    input: inputOf,
    errorTitle: 'It could not be put back',
  });

/** On the wish list itself: gone at once, back by Undo. */
export function useRemoveWishlistItem() {
  const { queryKey } = listWishlistItemsQuery();
  const restore = useAddWishlistItem();
  return useContractMutation(contract.removeWishlistItem, {
    ...refreshed,
    input: inputOf,
    errorTitle: 'It is still on your wish list',
    async onMutate(item: CatalogueItem, { client }) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (wishes) => wishes && without(wishes, item));
      return { before };
    },
    onSuccess(_answer, item) {
      toast({
        title: 'Taken off your wish list',
        action: { label: 'Undo', onPress: () => restore.mutate(item) },
      });
    },
    onError: (_error, _item, shown, { client }) => client.setQueryData(queryKey, shown?.before),
  });
}
