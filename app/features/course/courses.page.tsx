export default function CoursesPage() {
  return <h1 className="wrap t-l">Courses</h1>;
}
