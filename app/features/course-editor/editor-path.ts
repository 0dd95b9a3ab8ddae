// Where the editor of a course is: instructors and admins have addresses of their own for the same page.
export const editorPath = (pathname: string, id: number): string =>
  pathname.startsWith('/admin') ? `/admin/course-creator?course=${id}` : `/instructor/courses/${id}`;
