// Billing addresses by country: the format and name of the postcode, and whether a state is part of the address.
// Countries missing from the table are not checked: a buyer with an unusual postcode must still be able to pay.

export const DEFAULT_COUNTRY = 'US';

/** ISO 3166-1, without uninhabited territories. */
export const COUNTRY_CODES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF ' +
  'GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP ' +
  'KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA ' +
  'NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH ' +
  'SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI ' +
  'VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const KNOWN = new Set(COUNTRY_CODES);

export const isCountry = (code: string): boolean => KNOWN.has(code);

/** In English; the code itself if the runtime doesn't know its name. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** N is a digit, A a letter, X either; other characters are literal and optional to type. */
const BRITISH = ['AN NAA', 'ANN NAA', 'AAN NAA', 'AANN NAA', 'ANA NAA', 'AANA NAA'];
const ZIPS = ['NNNNN', 'NNNNN-NNNN'];
const SHAPES: Readonly<Record<string, readonly string[]>> = {
  ...shared('US PR GU VI AS MP', ZIPS),
  ...shared('GB JE GG IM', BRITISH),
  ...shared('CA', ['ANA NAN']),
  ...shared('IE', ['ANN XXXX', 'ANA XXXX']),
  ...shared('NL', ['NNNN AA']),
  ...shared('SE CZ SK GR', ['NNN NN']),
  ...shared('PL', ['NN-NNN']),
  ...shared('PT', ['NNNN-NNN']),
  ...shared('BR', ['NNNNN-NNN']),
  ...shared('JP', ['NNN-NNNN']),
  ...shared('AR', ['NNNN', 'ANNNNAAA']),
  ...shared('IL', ['NNNNNNN', 'NNNNN']),
  ...shared('IS FO', ['NNN']),
  ...shared('AU NZ CH LI AT BE DK NO HU BG SI LU CY ZA', ['NNNN']),
  ...shared('DE FR IT ES FI MX KR TR UA TH MY EE HR LT MC', ['NNNNN']),
  ...shared('IN CN SG RO', ['NNNNNN']),
};

function shared(countries: string, shapes: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, shapes]));
}

const EXAMPLES: Readonly<Record<string, string>> = {
  US: '12345',
  GB: 'LS1 4AP',
  CA: 'K1A 0B1',
  IE: 'D02 AF30',
  NL: '1012 AB',
  SE: '114 55',
  CZ: '110 00',
  SK: '811 01',
  GR: '105 57',
  PL: '00-950',
  PT: '1100-148',
  BR: '01310-100',
  JP: '100-0001',
  AU: '2000',
  NZ: '6011',
  DE: '10115',
  FR: '75001',
  IT: '00184',
  ES: '28001',
  IN: '110001',
};

const LABELS: Readonly<Record<string, string>> = {
  ...labelled('US PR GU VI AS MP', 'ZIP code'),
  ...labelled('GB JE GG IM AU NZ', 'Postcode'),
  ...labelled('IE', 'Eircode'),
  ...labelled('IN', 'PIN code'),
};

function labelled(countries: string, label: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, label]));
}

export const postcodeLabel = (country: string): string => LABELS[country] ?? 'Postal code';

export const postcodeExample = (country: string): string | undefined => EXAMPLES[country];

/** Optional elsewhere: many countries have no postcodes. */
export const isPostcodeRequired = (country: string): boolean => SHAPES[country] !== undefined;

/** Whether its postcodes are US ZIP codes, which are looked up. */
export const hasZipCodes = (country: string): boolean => SHAPES[country] === ZIPS;

export const POSTCODE_AT_MOST = 16;

/** In the country's format (“ls14ap” becomes LS1 4AP); null if invalid. Unknown formats are only trimmed. */
export function normalizePostcode(country: string, typed: string): string | null {
  const text = typed.trim().replaceAll(/\s+/g, ' ').toUpperCase();
  const shapes = SHAPES[country];
  if (!shapes) return text.length <= POSTCODE_AT_MOST && /^[\p{L}\p{N} \-./]*$/u.test(text) ? text : null;
  // US ZIP codes are digits only: “1 2345” is a typo, not a format.
  const marks = hasZipCodes(country) ? /-/g : /[\s.\-–]/g;
  const bare = text.replaceAll(marks, '');
  // People write “D-10115” and “SE-114 55”.
  const isPrefixed = /^[A-Z]{1,2}[\s-]/.test(text) && !shapes.some((shape) => /^[AX]/.test(shape));
  const letters = isPrefixed ? bare.replace(/^[A-Z]+/, '') : bare;
  for (const shape of shapes) {
    const written = writeAs(shape, letters);
    if (written !== null) return written;
  }
  return null;
}

const CLASSES: Readonly<Record<string, RegExp>> = { N: /^[0-9]$/, A: /^[A-Z]$/, X: /^[A-Z0-9]$/ };

function writeAs(shape: string, letters: string): string | null {
  let written = '';
  let at = 0;
  for (const sign of shape) {
    const allowed = CLASSES[sign];
    if (!allowed) written += sign;
    else if (allowed.test(letters[at] ?? '')) written += letters[at++];
    else return null;
  }
  return at === letters.length ? written : null;
}

/** Why this isn't a valid postcode there; undefined if it is. */
export function postcodeProblem(country: string, typed: string): string | undefined {
  if (typed.trim() === '' && !isPostcodeRequired(country)) return undefined;
  if (normalizePostcode(country, typed) !== null) return undefined;
  if (hasZipCodes(country)) return 'Enter the five digits of your ZIP code.';
  const example = postcodeExample(country);
  const label = postcodeLabel(country);
  const name = label === 'Eircode' || label === 'PIN code' ? label : label.toLowerCase();
  return `Enter your ${name}${example ? `, such as ${example}` : ''}.`;
}

export const UNKNOWN_ZIP = 'We couldn’t find this ZIP code. Check its five digits.';

type Region = { value: string; label: string };

const PROVINCES: readonly Region[] = [
  { value: 'AB', label: 'Alberta' },
  { value: 'BC', label: 'British Columbia' },
  { value: 'MB', label: 'Manitoba' },
  { value: 'NB', label: 'New Brunswick' },
  { value: 'NL', label: 'Newfoundland and Labrador' },
  { value: 'NT', label: 'Northwest Territories' },
  { value: 'NS', label: 'Nova Scotia' },
  { value: 'NU', label: 'Nunavut' },
  { value: 'ON', label: 'Ontario' },
  { value: 'PE', label: 'Prince Edward Island' },
  { value: 'QC', label: 'Quebec' },
  { value: 'SK', label: 'Saskatchewan' },
  { value: 'YT', label: 'Yukon' },
];

const AUSTRALIAN_STATES: readonly Region[] = [
  { value: 'ACT', label: 'Australian Capital Territory' },
  { value: 'NSW', label: 'New South Wales' },
  { value: 'NT', label: 'Northern Territory' },
  { value: 'QLD', label: 'Queensland' },
  { value: 'SA', label: 'South Australia' },
  { value: 'TAS', label: 'Tasmania' },
  { value: 'VIC', label: 'Victoria' },
  { value: 'WA', label: 'Western Australia' },
];

/** The states of countries where a state is part of the address. Null: any text, or none. */
export function regionsOf(country: string): readonly Region[] | null {
  return country === 'CA' ? PROVINCES : country === 'AU' ? AUSTRALIAN_STATES : null;
}

export const regionLabel = (country: string): string =>
  country === 'CA' ? 'Province' : country === 'AU' ? 'State' : 'County or region';

const PROVINCE_OF: Readonly<Record<string, string>> = {
  A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON',
  R: 'MB', S: 'SK', T: 'AB', V: 'BC', X: 'NT', Y: 'YT',
}; // prettier-ignore

/** By the first postcode of each range; the Capital Territory lies inside New South Wales. */
const AUSTRALIAN_RANGES: readonly (readonly [from: number, state: string])[] = [
  [200, 'ACT'],
  [800, 'NT'],
  [1000, 'NSW'],
  [2600, 'ACT'],
  [2619, 'NSW'],
  [2900, 'ACT'],
  [2921, 'NSW'],
  [3000, 'VIC'],
  [4000, 'QLD'],
  [5000, 'SA'],
  [6000, 'WA'],
  [7000, 'TAS'],
  [8000, 'VIC'],
  [9000, 'QLD'],
];

/** The state a postcode belongs to, if the postcode determines it. */
export function regionOfPostcode(country: string, postcode: string): string | null {
  if (country === 'CA') {
    if (/^X0[ABC]/.test(postcode)) return 'NU';
    return PROVINCE_OF[postcode[0] ?? ''] ?? null;
  }
  if (country !== 'AU') return null;
  return AUSTRALIAN_RANGES.findLast(([from]) => Number(postcode) >= from)?.[1] ?? null;
}

export type Place = {
  zip: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
};

const POSTCODE_FIRST = new Set(
  'AT BE CH CZ DE DK EE ES FI FR GR HR IT LI LT LU NL NO PL PT SE SI SK'.split(' '),
);

/** As on an envelope, with the country on its own line. */
export function formatAddressLines({ zip, city, region, country }: Place): string[] {
  const where = [city, region].filter(Boolean).join(', ');
  const parts = POSTCODE_FIRST.has(country ?? '') ? [zip, where] : [where, zip];
  return [parts.filter(Boolean).join(' '), country ? countryName(country) : ''].filter(Boolean);
}
