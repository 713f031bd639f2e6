import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A name is resolved once, judged and dialled in one place (guarded-dial.ts), so a name server that answers otherwise the
// second time gains nothing. That holds for every door only as long as none opens a socket of its own.

const root = join(import.meta.dirname, '../..')
const rooms = [
  'api',
  'assistant',
  'bills',
  'connector-kit',
  'contract',
  'db',
  'engine',
  'gateway',
  'main',
  'matcher',
  'sandbox',
  'work',
]

/** Whose address the operator writes, or that listen only. */
const known: Readonly<Record<string, string>> = {
  'connector-kit/src/guarded-dial.ts': 'the one place',
  'connector-kit/src/guarded-egress.ts': 'its HTTP, over sockets of that place',
  'connector-kit/src/protocols/http/send-after-continue.ts': 'HTTP and TLS over a socket of that place',
  'connector-kit/src/protocols/queue/open-socket.ts': 'TLS over a socket of that place',
  'db/src/embedded/pid-file.ts': 'asks whether the embedded database listens on loopback',
  'gateway/src/sample-scripts.ts': 'programs for callers to read; nothing of them runs here',
  'main/src/mail-sender.ts': 'the server of MAIL_URL',
  'main/src/own-places.ts': 'looks up the own database to close it',
}

const OPENS =
  /import \{[^}]*\b(connect|createConnection|request|get|Socket|Agent|Client|fetch|lookup|resolve\w*|createSocket)\b[^}]*\} from '(node:(net|tls|https?|http2|dgram|dns|dns\/promises)|undici)'|(?:await|return|=|=>|\() fetch\(|import\('(nodemailer|undici)'\)|new WebSocket\(|new EventSource\(/

test('nothing opens a way out but the guarded one, and what the operator names', () => {
  const found = rooms
    .flatMap(room => list(join(root, room, 'src')).map(path => `${room}/src/${path}`))
    .filter(path => OPENS.test(codeOf(readFileSync(join(root, path), 'utf8'))))
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
})

const list = (directory: string): string[] => {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
      path => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)(testing|conformance)(\/|\.ts$)/.test(path),
    )
  } catch {
    return [] // a room without sources
  }
}

const codeOf = (text: string): string =>
  text.replaceAll(/\btype (\w+)|^import type .*$/gm, '').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
