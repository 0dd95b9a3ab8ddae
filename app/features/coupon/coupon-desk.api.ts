// Coupons as those who keep them read and change them: staff all of them, sellers their own.
import { keepPreviousData } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contracts from '#shared/features/coupon/coupon-desk.contract.ts';
import { contractQuery, freshQuery } from '#app/lib/query.ts';
import { useContractMutation } from '#app/lib/use-contract-mutation.ts';

export type Desk = 'seller' | 'staff';

/** Both look through the same page. */
export const deskAt = (pathname: string): Desk => (pathname.startsWith('/admin') ? 'staff' : 'seller');
export const HOME: Readonly<Record<Desk, string>> = { seller: '/seller/coupons', staff: '/admin/coupons' };

const SELLER = {
  list: contracts.listOwnCoupons,
  create: contracts.createOwnCoupon,
  save: contracts.updateOwnCoupon,
  turn: contracts.switchOwnCoupon,
};
const STAFF = {
  list: contracts.listCoupons,
  create: contracts.createCoupon,
  save: contracts.updateCoupon,
  turn: contracts.switchCoupon,
};
const contractsOf = (desk: Desk) => (desk === 'staff' ? STAFF : SELLER);

/** What a colleague or a buyer did shows at the next look. */
const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const;

export type CouponBody = NonNullable<ContractInput<typeof contracts.createCoupon>['body']>;

export const deskListQuery = (
  desk: Desk,
  { of, ...query }: NonNullable<ContractInput<typeof contracts.listCoupons>['query']>,
) => ({
  ...(desk === 'staff'
    ? contractQuery(contracts.listCoupons, { query: { ...query, of } })
    : contractQuery(contracts.listOwnCoupons, { query })),
  ...fresh,
});

export type Choices = ContractOutput<typeof contracts.listCouponThings>;

export const staffThingsQuery = (q: string) =>
  freshQuery(contracts.listCouponThings, { query: q ? { q } : {} });

export const sellerThingsQuery = (q: string) =>
  freshQuery(contracts.listOwnCouponThings, { query: q ? { q } : {} });

export function useCouponDesk(desk: Desk) {
  const { list, create, save, turn } = contractsOf(desk);
  const invalidates = [list];
  return {
    create: useContractMutation(create, { invalidates }),
    save: useContractMutation(save, { invalidates }),
    turn: useContractMutation(turn, { invalidates }),
  };
}
