// The pages of a list whose page is in the address.
import { TablePager } from '#app/components/ui/pagination.tsx';
import { useListAddress } from '#app/lib/list-address.ts';

type ListPagerProps = {
  page: number;
  pageSize: number;
  total: number;
  /** The total in words, where it is not just the number. */
  totalText?: string | undefined;
  /** Nothing while one page holds all. */
  isQuiet?: boolean;
};

export function ListPager({ page, pageSize, total, totalText, isQuiet }: ListPagerProps) {
  const { to } = useListAddress();
  const pageCount = Math.ceil(total / pageSize);
  if (isQuiet && pageCount <= 1) return null;
  return (
    <TablePager
      page={page}
      pageSize={pageSize}
      total={total}
      pageCount={pageCount}
      pageTo={(next) => to({ page: next })}
      {...(totalText !== undefined && { totalText })}
    />
  );
}
