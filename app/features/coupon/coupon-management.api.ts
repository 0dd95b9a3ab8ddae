// Coupons as those who keep them read and change them: staff all of them, sellers their own.
import { keepPreviousData } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contracts from '#shared/features/coupon/coupon-management.contract.ts';
import { contractQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type ManagementScope = 'seller' | 'staff';

/** Both look through the same page. */
export const managementScopeOf = (pathname: string): ManagementScope =>
  pathname.startsWith('/admin') ? 'staff' : 'seller';
export const HOME: Readonly<Record<ManagementScope, string>> = {
  seller: '/seller/coupons',
  staff: '/admin/coupons',
};

const SELLER = {
  list: contracts.listOwnCoupons,
  create: contracts.createOwnCoupon,
  save: contracts.updateOwnCoupon,
  turn: contracts.setOwnCouponActive,
};
const STAFF = {
  list: contracts.listCoupons,
  create: contracts.createCoupon,
  save: contracts.updateCoupon,
  turn: contracts.setCouponActive,
};
const contractsOf = (desk: ManagementScope) => (desk === 'staff' ? STAFF : SELLER);

/** What a colleague or a buyer did shows at the next look. */
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const;

export type CouponBody = NonNullable<ContractInput<typeof contracts.createCoupon>['body']>;

export const managedListQuery = (
  desk: ManagementScope,
  { of, ...query }: NonNullable<ContractInput<typeof contracts.listCoupons>['query']>,
) => ({
  ...(desk === 'staff'
    ? contractQuery(contracts.listCoupons, { query: { ...query, of } })
    : contractQuery(contracts.listOwnCoupons, { query })),
  ...fresh,
});

export type Choices = ContractOutput<typeof contracts.listCouponItems>;

export const listCouponItemsQuery = (q: string) =>
  freshQuery(contracts.listCouponItems, { query: q ? { q } : {} });

export const listOwnCouponItemsQuery = (q: string) =>
  freshQuery(contracts.listOwnCouponItems, { query: q ? { q } : {} });

export function useCouponManagement(desk: ManagementScope) {
  const { list, create, save, turn } = contractsOf(desk);
  const invalidates = [list];
  return {
    create: useContractMutation(create, { invalidates }),
    save: useContractMutation(save, { invalidates }),
    turn: useContractMutation(turn, { invalidates }),
  };
}
