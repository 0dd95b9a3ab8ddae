// What a buyer finds inside a resource, in a few words; file-plan.ts makes whole files of them.
import type { Metre } from '#shared/features/resource/resource.rules.ts';

export type SheetKind = 'register' | 'planner' | 'rubric' | 'budget' | 'playlist' | 'running-order';

export type Inside =
  /** A document of lessons: a page each. */
  | { part: 'plans'; label: string; count: number }
  /** A document of exercises: three on a page. */
  | { part: 'cards'; label: string; count: number }
  /** Notes for the teacher, two or three pages. */
  | { part: 'guide'; label: string }
  /** One page to tick. */
  | { part: 'checklist'; label: string }
  /** Speed and metre, where they are not those of the resource. */
  | { part: 'track'; label: string; bpm?: number; metre?: Metre }
  | { part: 'clip'; label: string }
  | { part: 'picture'; label: string }
  | { part: 'sheet'; label: string; of: SheetKind }
  | { part: 'words'; label: string };

export const plans = (label: string, count: number): Inside => ({ part: 'plans', label, count });
export const cards = (label: string, count: number): Inside => ({ part: 'cards', label, count });
export const guide = (label: string): Inside => ({ part: 'guide', label });
export const checklist = (label: string): Inside => ({ part: 'checklist', label });
export const track = (label: string, bpm?: number, metre?: Metre): Inside => ({
  part: 'track',
  label,
  ...(bpm !== undefined && { bpm }),
  ...(metre !== undefined && { metre }),
});
export const clip = (label: string): Inside => ({ part: 'clip', label });
export const picture = (label: string): Inside => ({ part: 'picture', label });
export const sheet = (label: string, of: SheetKind): Inside => ({ part: 'sheet', label, of });
export const words = (label: string): Inside => ({ part: 'words', label });
