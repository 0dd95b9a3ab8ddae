// Coupons for those who issue them: staff manage all coupons, sellers their own.
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contract from '#shared/features/coupon/coupon-management.contract.ts';
import { contractQuery, freshQuery } from '#app/lib/query.ts';
import { contractMutation } from '#app/lib/use-contract-mutation.ts';

export type ManagementScope = 'seller' | 'staff';

/** Sellers and staff use the same page at different paths. */
export const managementScopeOf = (pathname: string): ManagementScope =>
  pathname.startsWith('/admin') ? 'staff' : 'seller';
export const HOME: Readonly<Record<ManagementScope, string>> = {
  seller: '/seller/coupons',
  staff: '/admin/coupons',
};

/** Refetched on every visit: a colleague or a buyer may have changed it. */
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const;

export type CouponBody = NonNullable<ContractInput<typeof contract.createCoupon>['body']>;
type ListFilter = NonNullable<ContractInput<typeof contract.listCoupons>['query']>;

export const listCouponsQuery = (query: ListFilter) => ({
  ...contractQuery(contract.listCoupons, { query }),
  ...fresh,
});
export const listOwnCouponsQuery = ({ of: _staffOnly, ...query }: ListFilter) => ({
  ...contractQuery(contract.listOwnCoupons, { query }),
  ...fresh,
});
export const managedListQuery = (scope: ManagementScope, filter: ListFilter) =>
  scope === 'staff' ? listCouponsQuery(filter) : listOwnCouponsQuery(filter);

export type Choices = ContractOutput<typeof contract.listCouponItems>;

export const listCouponItemsQuery = (q: string) =>
  freshQuery(contract.listCouponItems, { query: q ? { q } : {} });

export const listOwnCouponItemsQuery = (q: string) =>
  freshQuery(contract.listOwnCouponItems, { query: q ? { q } : {} });

const all = { invalidates: [contract.listCoupons] };
const own = { invalidates: [contract.listOwnCoupons] };

export const createCoupon = contractMutation(contract.createCoupon, all);
export const updateCoupon = contractMutation(contract.updateCoupon, all);
export const setCouponActive = contractMutation(contract.setCouponActive, all);

export const createOwnCoupon = contractMutation(contract.createOwnCoupon, own);
export const updateOwnCoupon = contractMutation(contract.updateOwnCoupon, own);
export const setOwnCouponActive = contractMutation(contract.setOwnCouponActive, own);

export function useCouponManagement(scope: ManagementScope) {
  const isStaff = scope === 'staff';
  return {
    create: useMutation(isStaff ? createCoupon : createOwnCoupon),
    save: useMutation(isStaff ? updateCoupon : updateOwnCoupon),
    setActive: useMutation(isStaff ? setCouponActive : setOwnCouponActive),
  };
}
