// The step of `npm test` that makes the demo school the faults and the browser tests copy.
import { makeSchool } from './ready-folder.ts';

await makeSchool();
