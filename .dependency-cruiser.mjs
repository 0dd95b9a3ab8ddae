// Who may import whom. Each rule is one sentence of docs/ARCHITECTURE.md.
const not = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const npm = (names) => `node_modules/(${names})(/|$)`;

export default {
  forbidden: [
    not('no-cycles', 'A cycle cannot be read in any order.', {}, { circular: true }),
    not(
      'resolvable',
      'Every import must lead somewhere; icons are made by scripts/icons.vite.ts.',
      {},
      { couldNotResolve: true, pathNot: '^icon:' },
    ),
    not('app-not-server', 'Pages reach the server by its API only.', { path: '^app/' }, { path: '^server/' }),
    not('server-not-app', 'The server knows pages only as a build.', { path: '^server/' }, { path: '^app/' }),
    not(
      'shared-alone',
      'What both sides agree on depends on neither.',
      { path: '^shared/' },
      { path: '^(app|server)/' },
    ),
    not(
      'no-tests-in-code',
      'Code does not lean on its tests.',
      { path: '^(app|server|shared)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^(tests|e2e|bench)/' },
    ),
    not(
      'server-features-by-service',
      'A feature is used through its service; its queries and routes are its own.',
      { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/features/', pathNot: ['^server/features/$1/', '\\.(service|privacy)\\.ts$'] },
    ),
    not(
      'privacy-by-registry',
      'Only the privacy feature collects the declarations of personal data.',
      { path: '^server/', pathNot: ['^server/features/privacy/', '\\.test\\.ts$'] },
      { path: '\\.privacy\\.ts$' },
    ),
    not(
      'platform-knows-no-feature',
      'Features rely on the platform, never the other way round.',
      { path: '^server/platform/', pathNot: '\\.test\\.ts$' },
      { path: '^server/features/' },
    ),
    not(
      'app-features-by-page',
      'Only a page puts features together.',
      { path: '^app/features/([^/]+)/', pathNot: '\\.page\\.tsx$' },
      { path: '^app/features/', pathNot: '^app/features/$1/' },
    ),
    not(
      'ui-knows-no-feature',
      'Primitives serve every feature.',
      { path: '^app/components/ui/' },
      { path: '^app/(features|layouts)/' },
    ),
    not(
      'sql-in-queries',
      'SQL lives in one kind of file.',
      { path: '^(server|shared|app)/', pathNot: ['\\.(queries|privacy)\\.ts$', '^server/db/'] },
      { path: ['^server/db/drizzle', npm('drizzle-orm')] },
    ),
    not(
      'drizzle-by-one-name',
      'Node reads its package.json again for every module that imports it.',
      { path: '^server/', pathNot: ['^server/db/(drizzle|drizzle-pg|client|migrate)\\.ts$'] },
      { path: npm('drizzle-orm') },
    ),
    not(
      'http-at-the-edge',
      'Rules do not know HTTP.',
      {
        path: '^(server|shared|app)/',
        pathNot: ['\\.routes(\\.test)?\\.ts$', '^server/http/', '^server/(app|main|ssr|start)\\.ts$'],
      },
      { path: npm('fastify|@fastify/.*|fastify-type-provider-zod') },
    ),
    not(
      'sdks-in-integrations',
      'Outside services are reached through ports.',
      // Tests make and look at pictures themselves.
      { path: '^(server|shared|app)/', pathNot: ['^server/integrations/', '\\.test\\.ts$'] },
      { path: npm('@aws-sdk/.*|nodemailer|stripe|sharp|rate-limiter-flexible') },
    ),
    not(
      'jobs-in-queue',
      'One module knows the job library.',
      { path: '^server/', pathNot: '^server/jobs/' },
      { path: npm('pg-boss') },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.app.json' },
    enhancedResolveOptions: {
      conditionNames: ['types', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.react-router|data|\\.data)/' },
  },
};
