// The clips, in the order of a class.
import type { Clip } from '../clip.ts';
import { chasse } from './chasse.ts';
import { coolDown } from './cool-down.ts';
import { jazzSquare } from './jazz-square.ts';
import { plie } from './plie.ts';
import { portDeBras } from './port-de-bras.ts';
import { releve } from './releve.ts';
import { stepTouchClip } from './step-touch.ts';
import { tap } from './tap.ts';
import { tendu } from './tendu.ts';
import { waltz } from './waltz.ts';

export const CLIPS: readonly Clip[] = [
  plie,
  tendu,
  portDeBras,
  releve,
  chasse,
  jazzSquare,
  stepTouchClip,
  tap,
  waltz,
  coolDown,
];
