// The categories every site starts with, in order. Staff rename, move, merge and delete them as their own.
import type { CategoryKind } from '#server/db/schema/category.ts';

export type StarterCategory = { slug: string; name: string; below?: readonly StarterCategory[] };

export const STARTER_CATEGORIES: Readonly<Record<CategoryKind, readonly StarterCategory[]>> = {
  resource: [
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
  ],
  course: [
    { slug: 'teaching-certificates', name: 'Teaching certificates' },
    { slug: 'first-steps', name: 'First steps in teaching' },
    { slug: 'technique', name: 'Technique for teachers' },
    { slug: 'music-and-rhythm', name: 'Music and rhythm' },
    { slug: 'health-and-inclusion', name: 'Health and inclusion' },
    { slug: 'making-dances', name: 'Making dances' },
  ],
};
