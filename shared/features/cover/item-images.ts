// Where the pictures of a resource and of a course lie (spec §3): each link carries the time it last changed.
type Pictured = { id: number; updatedAt: Date };

export function resourceImageUrls({ id, updatedAt }: Pictured) {
  const changed = updatedAt.getTime();
  return {
    imageUrl: `/uploads/resources/${id}.webp?t=${changed}`,
    thumbnailUrl: `/images/thumbnails/resource-${id}.webp?t=${changed}`,
  };
}

export function courseImageUrls({ id, updatedAt }: Pictured) {
  const changed = updatedAt.getTime();
  return {
    imageUrl: `/uploads/courses/${id}.webp?t=${changed}`,
    thumbnailUrl: `/images/thumbnails/course-${id}.webp?t=${changed}`,
  };
}
