// A choice stored in the URL, shown before the URL has it.
import { useState } from 'react';

/** What was pressed or typed, at once; and what the address says, as soon as it says something new. */
export function useOptimisticValue<Value>(said: Value): [shown: Value, show: (value: Value) => void] {
  const [state, setState] = useState({ said, shown: said });
  if (state.said !== said) setState({ said, shown: said });
  return [state.said === said ? state.shown : said, (shown) => setState({ said, shown })];
}
