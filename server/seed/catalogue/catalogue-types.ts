// What is in the demo school's shops and courses, before it is rows.
import type { CourseKind, LessonKind } from '#shared/features/course/course.rules.ts';
import type { Licence, Metre } from '#shared/features/resource/resource.rules.ts';
import type { ResourceState } from '#shared/features/resource/resource.states.ts';
import type { AgeGroup, DanceStyle, Level, ResourceType } from '#shared/vocabulary.ts';
import type { CourseCategory, ResourceCategory } from './categories.ts';
import type { Inside } from './inside.ts';

export type SeedShop = {
  /** Who keeps it. */
  seller: string;
  name: string;
  slug: string;
  /** The style its banner is drawn in. */
  style: DanceStyle;
  tagline: string;
  about: readonly string[];
  policies: string;
};

export type SeedResource = {
  /** No two have the same. */
  title: string;
  type: ResourceType;
  style: DanceStyle;
  ages: readonly [AgeGroup, ...AgeGroup[]];
  level: Level;
  category: ResourceCategory;
  /** In dollars; 0 is free. */
  price: number;
  tags: readonly string[];
  /** Days before the seeding moment. */
  published: number;
  /** Paragraphs. */
  about: readonly string[];
  inside: readonly [Inside, ...Inside[]];
  licence?: Licence;
  /** For music only. */
  music?: { bpm: number; metre: Metre };
  isFeatured?: true;
  /** Left out: published. */
  state?: Exclude<ResourceState, 'published'>;
  stateReason?: string;
};

export type SeedShelf = { seller: string; resources: readonly SeedResource[] };

export type SeedLesson = { kind: LessonKind; title: string; minutes: number; body: string };

export type SeedModule = {
  title: string;
  summary: string;
  lessons: readonly [SeedLesson, ...SeedLesson[]];
  quiz?: { title: string; questions: number };
};

export type SeedCourse = {
  kind: CourseKind;
  instructor: string;
  category: CourseCategory;
  title: string;
  shortName: string;
  tagline: string;
  about: readonly string[];
  style: DanceStyle;
  ages: readonly [AgeGroup, ...AgeGroup[]];
  level: Level;
  outcomes: readonly string[];
  requirements: readonly string[];
  /** Short names of courses to finish first. */
  prerequisites?: readonly string[];
  /** In dollars; 0 is free. */
  price: number;
  weeks: number;
  hoursPerWeek: number;
  /** What the certificate is worth; only of a certification. */
  certificate?: { creditHours: number; validMonths: number | null };
  /** Days before the seeding moment. */
  published: number;
  isFeatured?: true;
  modules: readonly SeedModule[];
};
