/** What changes a booking, with the reason if one was given. */
export const withReason = <Action extends string>(action: Action, reason: string) => ({
  action,
  ...(reason.trim() && { reason }),
});
