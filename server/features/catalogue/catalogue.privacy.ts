// Listings are derived from resources, which are erased there (authoring.privacy.ts, seller.privacy.ts).
import { listingWords, resourceListings } from '#server/db/schema/catalogue.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';

export const cataloguePersonalData: PersonalData = { tables: [resourceListings, listingWords] };
