// Queries and mutations of the wishlist. Changes show at once and are rolled back on errors.
import type { MutationFunctionContext } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { type CatalogueItem, changeMyItem, myItemQuery } from '#app/lib/item-access.api.ts';
import { freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';
import * as contract from '#shared/features/wishlist/wishlist.contract.ts';

/** Always refetched: other pages change it, and items go off sale. */
export const listWishlistItemsQuery = () => freshQuery(contract.listWishlistItems, {});

const inputOf = ({ type, id }: CatalogueItem) => ({ params: { itemType: type, itemId: id } });

/** Adds or removes one item. */
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
        if (isWished) toast({ title: 'Saved', action: { label: 'View wishlist', to: '/wishlist' } });
        else toast({ title: 'Removed from your wishlist' });
      },
      onError: (_error, isWished, _shown, { client }) => changeMyItem(client, item, { isWished: !isWished }),
      errorTitle: (isWished) => (isWished ? 'Couldn’t save it' : 'Couldn’t remove it'),
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

/** Restores a removed item. */
export const useAddWishlistItem = () =>
  useContractMutation(contract.addWishlistItem, {
    ...refreshed,
    input: inputOf,
    errorTitle: 'Couldn’t restore it',
  });

/** On the wishlist page: removed at once, with Undo. */
export function useRemoveWishlistItem() {
  const { queryKey } = listWishlistItemsQuery();
  const restore = useAddWishlistItem();
  return useContractMutation(contract.removeWishlistItem, {
    ...refreshed,
    input: inputOf,
    errorTitle: 'Couldn’t remove it',
    async onMutate(item: CatalogueItem, { client }) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (wishes) => wishes && without(wishes, item));
      return { before };
    },
    onSuccess(_answer, item) {
      toast({
        title: 'Removed from your wishlist',
        action: { label: 'Undo', onPress: () => restore.mutate(item) },
      });
    },
    onError: (_error, _item, shown, { client }) => client.setQueryData(queryKey, shown?.before),
  });
}
