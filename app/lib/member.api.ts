// What members pay: the viewer's own discounts, and for everyone else what any membership would save.
import { useQuery } from '@tanstack/react-query';
import type { ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/membership/membership.contract.ts';
import { memberPrice, type DiscountedKind } from '#shared/features/plan/plan.rules.ts';
import { centsToDecimal, decimalToCents } from '#shared/money.ts';
import { invalidateItemAccess, type CatalogueItem } from './item-access.api.ts';
import { freshQuery } from './query.ts';
import { useRootData } from './root-data.ts';
import { useContractMutation } from './use-contract-mutation.ts';
import { useUser } from './user.api.ts';

export const getBenefitsQuery = () => freshQuery(contract.getBenefits, {});

export function useBenefits(): ContractOutput<typeof contract.getBenefits> | undefined {
  const user = useUser();
  const { data } = useQuery({ ...getBenefitsQuery(), enabled: Boolean(user) });
  return user ? data : undefined;
}

export const useAddToLibrary = ({ type: itemType, id: itemId }: CatalogueItem) =>
  useContractMutation(contract.addToLibrary, {
    input: () => ({ body: { itemType, itemId } }),
    errorTitle: 'Couldn’t add this to your library',
    onSuccess({ downloads }, _input, _shown, { client }) {
      client.setQueryData(getBenefitsQuery().queryKey, (known) => known && { ...known, downloads });
      invalidateItemAccess(client);
    },
  });

export type MemberPrice = {
  /** Null: a member pays what everyone pays. */
  amount: string | null;
  /** The viewer is a member, and pays it. */
  isOwn: boolean;
};

/** `kind`: a certification is a course. Until we know the viewer, they see what everyone sees. */
export function useMemberPrice(kind: DiscountedKind, price: string): MemberPrice {
  const { memberDiscounts } = useRootData();
  const benefits = useBenefits();
  const isOwn = benefits?.isMember === true;
  const discount = (isOwn ? benefits.discounts : memberDiscounts)[kind];
  const fullCents = decimalToCents(price);
  const cents = memberPrice(fullCents, discount);
  return { amount: cents < fullCents ? centsToDecimal(cents) : null, isOwn };
}
