// Hand-written requests, byte by byte: what no HTTP client would send.
import net from 'node:net';

/** Sends this and returns everything received once the server has closed the connection. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

export function headerIn(answer: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(answer.split('\r\n\r\n', 1)[0] ?? '')?.[1]?.trim();
}

export const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
