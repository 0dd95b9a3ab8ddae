export default function CurriculumPage() {
  return <h1 className="wrap t-l">Curriculum</h1>;
}
