import { expect, test } from 'vitest';
import {
  COVER_SHAPES,
  courseImageUrls,
  coverFile,
  coverSrcSet,
  coverUrl,
  listCoverRenditions,
  parseCoverFile,
  resourceImageUrls,
  styleCoverSubject,
} from './cover.rules.ts';

test('a URL names subject, shape, width and format', () => {
  expect(coverUrl('site-path', 'square', 300)).toBe('/images/covers/site-path/square-300.webp');
  expect(coverUrl('resource-12', 'poster', 640, { format: 'avif' })).toBe(
    '/images/covers/resource-12/poster-640.avif',
  );
});

test('a srcset offers half and full width', () => {
  expect(coverSrcSet('site-path', 'band', { format: 'avif' })).toBe(
    '/images/covers/site-path/band-640.avif 640w, /images/covers/site-path/band-1280.avif 1280w',
  );
});

test('every rendition has a unique file name that parses back', () => {
  const renditions = listCoverRenditions();
  expect(new Set(renditions.map(coverFile)).size).toBe(Object.keys(COVER_SHAPES).length * 4);
  for (const rendition of renditions) expect(parseCoverFile(coverFile(rendition))).toEqual(rendition);
});

test.each([
  'poster-641.webp',
  'poster-640.png',
  'poster-640.webp.webp',
  'poster-0640.webp',
  'toString-640.webp',
  'poster-640.webp\n',
  '../poster-640.webp',
  '',
])('%j is not a rendition', (file) => {
  expect(parseCoverFile(file)).toBeNull();
});

test('a replaced picture has another URL', () => {
  expect(coverUrl('site-path', 'square', 300, { changed: '2026-11-15T12:00:00Z' })).toBe(
    '/images/covers/site-path/square-300.webp?t=1794744000000',
  );
});

test('pictures are in the folders of the spec, with the time they changed', () => {
  const pictured = { id: 12, updatedAt: new Date('2026-11-15T12:00:00Z') };
  expect(resourceImageUrls(pictured)).toEqual({
    imageUrl: '/uploads/resources/12.webp?t=1794744000000',
    thumbnailUrl: '/images/thumbnails/resource-12.webp?t=1794744000000',
  });
  expect(courseImageUrls(pictured)).toEqual({
    imageUrl: '/uploads/courses/12.webp?t=1794744000000',
    thumbnailUrl: '/images/thumbnails/course-12.webp?t=1794744000000',
  });
});

test('a style has its own cover; one added by staff has the cover of Other', () => {
  expect(styleCoverSubject('Hip Hop')).toBe('site-style-hip-hop');
  expect(styleCoverSubject('Kathak')).toBe('site-style-other');
});
