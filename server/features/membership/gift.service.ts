// What happens to a gift when its order is paid or refunded. Buying and redeeming are in billing.
export {
  countGifts,
  findGift,
  insertGift,
  listGiftRows,
  listGiftsOf,
  listGiftsToSend,
  lockGift,
  lockGiftById,
  markGiftPaid,
  markGiftRedeemed,
  markGiftSent,
  settleGift,
  setGiftOrder,
  type GiftRow,
  type ListedGift,
} from './gift.queries.ts';
