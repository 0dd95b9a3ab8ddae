// How long a time is still held for the viewer.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getCart } from '#shared/features/cart/cart.contract.ts';

const SECOND = 1000;

/** Refetches the cart when the time is up, which then says so. */
export function HoldCountdown({ until }: { until: string }) {
  const client = useQueryClient();
  const end = new Date(until).getTime();
  const [left, setLeft] = useState(() => end - Date.now());
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) {
      void client.invalidateQueries({ queryKey: [getCart.path] });
      return undefined;
    }
    const timer = setInterval(() => setLeft(end - Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [client, end, isOver]);
  if (isOver) return 'The time is no longer held for you.';
  return (
    <>
      Held for you for another <span className="num">{clockOf(left)}</span>
    </>
  );
}

/** “14:05”, or “23 hours” for a request the instructor accepted. */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} hours`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
