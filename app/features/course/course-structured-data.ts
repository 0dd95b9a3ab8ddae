// A course as search engines read it (schema.org).
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import type { CourseDetail } from './course.api.ts';

type Site = { siteName: string; publicUrl: string };

export function courseStructuredData(
  course: CourseDetail,
  { siteName, publicUrl, image }: Site & { image: string },
): Record<string, unknown> {
  const url = `${publicUrl}/courses/${course.id}`;
  const teacher = {
    '@type': 'Person',
    name: course.instructor.name,
    url: `${publicUrl}/profile/${course.instructor.id}`,
  };
  return {
    '@type': 'Course',
    name: course.title,
    description: course.tagline || course.description,
    url,
    image: publicUrl + image,
    courseCode: course.shortName,
    about: course.danceStyle,
    educationalLevel: course.level,
    ...(course.kind === 'certification' && { educationalCredentialAwarded: course.title }),
    provider: { '@type': 'Organization', name: siteName, url: publicUrl },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${Math.max(1, course.minutes)}M`,
      instructor: teacher,
    },
    offers: {
      '@type': 'Offer',
      category: Number(course.price) === 0 ? 'Free' : 'Paid',
      price: course.price,
      priceCurrency: DEFAULT_CURRENCY,
      url,
    },
    ...(course.rating !== null && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: course.rating,
        reviewCount: course.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}
