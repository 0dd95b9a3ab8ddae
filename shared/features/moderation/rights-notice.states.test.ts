import { describe, expect, it } from 'vitest';
import {
  counterNoticeDays,
  canDecideNotice,
  isRestoredAutomatically,
  isUrgent,
  NOTICE_DECISIONS,
  NOTICE_TRANSITIONS,
  NOTICE_STATES,
  REPORT_REASONS,
  STATES_SELLERS_SEE,
} from './rights-notice.states.ts';

describe('a rights notice', () => {
  it('can be decided only where its state allows it', () => {
    const allowed = NOTICE_STATES.map((state) => [
      state,
      NOTICE_DECISIONS.filter((decision) => canDecideNotice(state, decision)),
    ]);
    expect(Object.fromEntries(allowed)).toEqual({
      open: ['dismiss', 'uphold'],
      dismissed: [],
      upheld: ['put-back'],
      countered: ['put-back', 'keep-down'],
      put_back: [],
      kept_down: ['put-back'],
    });
  });

  it('can be countered or expire only while the resource is down', () => {
    expect(NOTICE_TRANSITIONS.counter.from).toEqual(['upheld']);
    expect(NOTICE_TRANSITIONS['run-out'].from).toEqual(['upheld']);
  });

  it('is hidden from the seller unless it took the resource down', () => {
    expect(STATES_SELLERS_SEE).toEqual(['upheld', 'countered', 'kept_down', 'put_back']);
  });

  it('about private data is due within a day and never restored automatically', () => {
    expect(REPORT_REASONS.filter(isUrgent)).toEqual(['personal-data']);
    expect(counterNoticeDays('personal-data')).toBe(1);
    expect(counterNoticeDays('copyright')).toBe(3);
    expect(REPORT_REASONS.filter((reason) => !isRestoredAutomatically(reason))).toEqual(['personal-data']);
  });
});
