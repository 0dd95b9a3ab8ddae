// What the demo school sorts its things into.

type SeedCategory = { slug: string; name: string; below?: readonly { slug: string; name: string }[] };

export const RESOURCE_CATEGORIES = [
  {
    slug: 'planning',
    name: 'Planning',
    below: [
      { slug: 'lesson-plans', name: 'Lesson plans' },
      { slug: 'units', name: 'Units and terms' },
      { slug: 'assessment', name: 'Assessment' },
    ],
  },
  {
    slug: 'in-class',
    name: 'In class',
    below: [
      { slug: 'warm-ups', name: 'Warm-ups and cool-downs' },
      { slug: 'technique', name: 'Technique and drills' },
      { slug: 'creative', name: 'Games and creative work' },
    ],
  },
  {
    slug: 'music',
    name: 'Music',
    below: [
      { slug: 'class-music', name: 'Class music' },
      { slug: 'rhythm', name: 'Rhythm and counting' },
    ],
  },
  {
    slug: 'around-class',
    name: 'Around the class',
    below: [
      { slug: 'performance', name: 'Shows and recitals' },
      { slug: 'studio-office', name: 'Studio office' },
    ],
  },
] as const satisfies SeedCategory[];

/** A resource lies in one of the lower ones. */
export type ResourceCategory = (typeof RESOURCE_CATEGORIES)[number]['below'][number]['slug'];

export const COURSE_CATEGORIES = [
  { slug: 'teaching-certificates', name: 'Teaching certificates' },
  { slug: 'first-steps', name: 'First steps in teaching' },
  { slug: 'technique', name: 'Technique for teachers' },
  { slug: 'music-and-rhythm', name: 'Music and rhythm' },
  { slug: 'health-and-inclusion', name: 'Health and inclusion' },
  { slug: 'making-dances', name: 'Making dances' },
] as const satisfies SeedCategory[];

export type CourseCategory = (typeof COURSE_CATEGORIES)[number]['slug'];
