// What a buyer may do, in plain words. One seat is one teacher in both licences; a studio buys several.
import type { Licence } from '#shared/features/resource/resource.rules.ts';
import type { ResourceType } from '#shared/vocabulary.ts';

export type LicenceLine = { isAllowed: boolean; text: string };

const yes = (text: string): LicenceLine => ({ isAllowed: true, text });
const no = (text: string): LicenceLine => ({ isAllowed: false, text });

const OF_A_TYPE: Partial<Record<ResourceType, LicenceLine>> = {
  audio: yes('Play the music in class and at shows'),
  video: yes('Show the clips in class'),
  image: yes('Hang it up in your studio'),
};

export function licenceLines(licence: Licence, type: ResourceType): LicenceLine[] {
  return [
    yes('Teach from it in any class you lead'),
    yes('Print copies for your own students'),
    yes('Adapt it and keep your notes'),
    OF_A_TYPE[type] ?? yes('Use it at shows and open classes'),
    ...(licence === 'studio'
      ? [yes('Share it with teachers of your studio who have a seat'), no('Share it with other studios')]
      : [no('Share the files with other teachers')]),
    no('Sell it, or post it online'),
  ];
}

export const LICENCE_NOTES: Readonly<Record<Licence, string>> = {
  single_teacher: 'It is for one teacher: you.',
  studio: 'One seat is one teacher. A studio has a seat for each teacher.',
};
