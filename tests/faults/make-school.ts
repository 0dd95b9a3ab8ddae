// The step of `npm test` that creates the demo school which the faults and the browser tests copy.
import { makeSchool } from './ready-folder.ts';

await makeSchool();
