// Loads the ZIP codes in a separate thread: it takes half a second and a hundred megabytes, which are freed with the
// thread. The result is one line per code.
import { parentPort } from 'node:worker_threads';
import zipcodes from 'zipcodes';

const lines = Object.values(zipcodes.codes)
  .filter(({ country, zip }) => country === 'US' && /^\d{5}$/.test(zip))
  .map(({ zip, state, city, latitude, longitude }) => `${zip} ${state} ${latitude} ${longitude} ${city}`);

parentPort?.postMessage(`\n${lines.join('\n')}\n`, []);
