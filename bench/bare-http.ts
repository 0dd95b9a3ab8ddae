// The yardstick: node:http with nothing around it, with and without one prepared statement.
import http from 'node:http';
import pg from 'pg';

const [, , port, connectionJson] = process.argv;
const STATEMENT =
  'select site_name as "siteName", support_email as "supportEmail" from settings where id = $1';
const TAGLINE = 'Empowering dance educators with resources, training, and community.';

const pool = new pg.Pool({ max: 10, ...(JSON.parse(connectionJson ?? '{}') as pg.PoolConfig) });

function send(response: http.ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function sendSettings(response: http.ServerResponse): Promise<void> {
  const { rows } = await pool.query<object>({ name: 'settings', text: STATEMENT, values: [1] });
  send(response, { ...rows[0], tagline: TAGLINE });
}

http
  .createServer((request, response) => {
    if (request.url === '/query') void sendSettings(response);
    else send(response, { siteName: 'Relevé', supportEmail: 'hello@releve.example', tagline: TAGLINE });
  })
  .listen(Number(port), '127.0.0.1');
