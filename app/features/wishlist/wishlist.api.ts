// The wish list from the browser's side. Presses show at once and are taken back when the server refuses.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/components/ui/toast-store.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { type CatalogueItem, changeMyItem, myItemQuery } from '#app/lib/item-access.api.ts';
import { contractQuery } from '#app/lib/query.ts';
import * as contract from '#shared/features/wishlist/wishlist.contract.ts';

/** Asked for at each visit: things are wished for on other pages, and go off sale meanwhile. */
export const listWishlistItemsQuery = () => ({
  ...contractQuery(contract.listWishlistItems, {}),
  staleTime: 0,
});

export const addWishlistItem = ({ type, id }: CatalogueItem) =>
  browserApi.call(contract.addWishlistItem, { params: { itemType: type, itemId: id } });
export const removeWishlistItem = ({ type, id }: CatalogueItem) =>
  browserApi.call(contract.removeWishlistItem, { params: { itemType: type, itemId: id } });

/** The heart of one thing: puts it on the list or takes it off. */
export function useSetWishlistItem(item: CatalogueItem) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isWished: boolean) => (isWished ? addWishlistItem(item) : removeWishlistItem(item)),
    async onMutate(isWished) {
      await client.cancelQueries({ queryKey: myItemQuery(item).queryKey });
      changeMyItem(client, item, { isWished });
    },
    onSuccess(_, isWished) {
      void client.invalidateQueries({ queryKey: listWishlistItemsQuery().queryKey });
      if (isWished) toast({ title: 'Saved', action: { label: 'See your wish list', to: '/wishlist' } });
      else toast({ title: 'Taken off your wish list' });
    },
    onError(error, isWished) {
      changeMyItem(client, item, { isWished: !isWished });
      toast({
        title: isWished ? 'It could not be saved' : 'It is still on your wish list',
        description: failureTextOf(error),
        variant: 'destructive',
      });
    },
  });
}

type Wishes = { resources: { id: number }[]; courses: { id: number }[] };

function without<List extends Wishes>(wishes: List, { type, id }: CatalogueItem): List {
  const others = (list: { id: number }[]) => list.filter((known) => known.id !== id);
  return type === 'resource'
    ? { ...wishes, resources: others(wishes.resources) }
    : { ...wishes, courses: others(wishes.courses) };
}

/** On the wish list itself: gone at once, back by Undo. */
export function useRemoveWishlistItem() {
  const client = useQueryClient();
  const { queryKey } = listWishlistItemsQuery();
  const refresh = (item: CatalogueItem) =>
    Promise.all([
      client.invalidateQueries({ queryKey }),
      client.invalidateQueries({ queryKey: myItemQuery(item).queryKey }),
    ]);
  const restore = useMutation({
    mutationFn: addWishlistItem,
    onSettled: (_, _error, item) => refresh(item),
    onError: (error) =>
      toast({ title: 'It could not be put back', description: failureTextOf(error), variant: 'destructive' }),
  });
  return useMutation({
    mutationFn: removeWishlistItem,
    async onMutate(item) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (wishes) => wishes && without(wishes, item));
      return { before };
    },
    onSuccess(_, item) {
      toast({
        title: 'Taken off your wish list',
        action: { label: 'Undo', onPress: () => restore.mutate(item) },
      });
    },
    onError(error, _, context) {
      client.setQueryData(queryKey, context?.before);
      toast({
        title: 'It is still on your wish list',
        description: failureTextOf(error),
        variant: 'destructive',
      });
    },
    onSettled: (_, _error, item) => refresh(item),
  });
}
