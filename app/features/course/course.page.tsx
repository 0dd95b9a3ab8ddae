export default function CoursePage() {
  return <h1 className="wrap t-l">Course</h1>;
}
