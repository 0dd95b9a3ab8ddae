// Coupons as those who keep them read and change them: staff all of them, sellers their own.
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContractInput, ContractOutput } from '#shared/contract.ts';
import * as contracts from '#shared/features/coupon/coupon-desk.contract.ts';
import { browserApi } from '#app/lib/api-client.ts';
import { contractQuery } from '#app/lib/query.ts';

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

export type CouponList = ContractOutput<typeof contracts.listCoupons>;
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

export const staffThingsQuery = (q: string) => ({
  ...contractQuery(contracts.listCouponThings, { query: q ? { q } : {} }),
  ...fresh,
});

export const sellerThingsQuery = (q: string) => ({
  ...contractQuery(contracts.listOwnCouponThings, { query: q ? { q } : {} }),
  ...fresh,
});

export function useCouponDesk(desk: Desk) {
  const client = useQueryClient();
  const { list, create, save, turn } = contractsOf(desk);
  const forget = () => client.invalidateQueries({ queryKey: [list.path] });
  return {
    keep: useMutation({
      mutationFn: ({ id, body }: { id: number | null; body: CouponBody }) =>
        id === null ? browserApi.call(create, { body }) : browserApi.call(save, { params: { id }, body }),
      onSuccess: forget,
    }),
    turn: useMutation({
      mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
        browserApi.call(turn, { params: { id }, body: { isActive } }),
      onSettled: forget,
    }),
  };
}
