// The shape of a badge by 1EdTech's JSON schema of an AchievementCredential (Open Badges 3.0): what it requires, the
// types and values it allows, and no field it doesn't know in what we fill in.
import { z } from 'zod';

const moment = z.iso.datetime({ offset: true });
const uri = z.string().refine((text) => URL.canParse(text), 'not a URI');
const typed = (type: string) => z.array(z.string()).refine((types) => types.includes(type), `not a ${type}`);

const image = z.strictObject({ id: uri, type: z.literal('Image'), caption: z.string().optional() });

export const achievementSchema = z.strictObject({
  id: uri,
  type: typed('Achievement'),
  name: z.string().min(1),
  description: z.string().min(1),
  criteria: z
    .strictObject({ id: uri.optional(), narrative: z.string().min(1).optional() })
    .refine(({ id, narrative }) => id !== undefined || narrative !== undefined, 'says nothing'),
  achievementType: z.enum(['Achievement', 'Certificate', 'Certification', 'Course']).optional(),
  creditsAvailable: z.number().optional(),
  image: image.optional(),
});

export const openBadgeSchema = z.strictObject({
  '@context': z
    .tuple([
      z.literal('https://www.w3.org/ns/credentials/v2'),
      z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.\d\.\d\.json$/),
    ])
    .rest(uri),
  id: uri,
  type: typed('VerifiableCredential').refine(
    (types) => types.includes('OpenBadgeCredential') || types.includes('AchievementCredential'),
    'not a badge',
  ),
  name: z.string().min(1),
  issuer: z.strictObject({ id: uri, type: typed('Profile'), name: z.string().min(1), url: uri }),
  validFrom: moment,
  validUntil: moment.optional(),
  credentialSubject: z.strictObject({
    type: typed('AchievementSubject'),
    identifier: z
      .array(
        z.strictObject({
          type: z.literal('IdentityObject'),
          hashed: z.boolean(),
          identityHash: z.string().min(1),
          identityType: z.enum(['name', 'emailAddress', 'userName', 'identifier']),
        }),
      )
      .min(1),
    achievement: achievementSchema,
  }),
  credentialStatus: z.strictObject({
    id: uri,
    type: z.literal('BitstringStatusListEntry'),
    statusPurpose: z.literal('revocation'),
    statusListIndex: z.string().regex(/^\d+$/),
    statusListCredential: uri,
  }),
  credentialSchema: z
    .array(z.strictObject({ id: uri, type: z.literal('1EdTechJsonSchemaValidator2019') }))
    .min(1),
  proof: z.strictObject({
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal('eddsa-rdfc-2022'),
    created: moment,
    verificationMethod: uri,
    proofPurpose: z.literal('assertionMethod'),
    proofValue: z.string().regex(/^z[1-9A-HJ-NP-Za-km-z]+$/),
  }),
});
