import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from './tree.ts'

interface Pin {
  /** What was read and tried. */
  readonly version: string
  /** What shows that it still is what we take it for. */
  readonly proof: string
}

const ANTD = { version: '6.6.8', proof: 'e2e/src/languages.test.ts' }
const MAIL = { version: '10.6.0', proof: 'connectors/src/smtp/smtp.test.ts' }
const NATS = { version: '3.4.0', proof: 'connectors/src/nats/nats.test.ts' }
const COMPILER = { version: '7.0.2', proof: 'tools/src/promises.test.ts' }

/** Parts of libraries that they do not offer to everybody. They may move in any version, without a word in its notes. */
const PINNED: Readonly<Record<string, Pin>> = {
  '@e965/xlsx/dist/cpexcel.full.mjs': { version: '0.20.3', proof: 'bills/src/archives/rewrite-xls.test.ts' },
  '@nats-io/nats-core/internal': NATS,
  '@nats-io/transport-node/lib/node_transport.js': NATS,
  'antd/es/config-provider/SizeContext': ANTD,
  'antd/es/input/Input': ANTD,
  'antd/es/select': { version: '6.6.8', proof: 'e2e/src/late-parts.test.ts' },
  'nodemailer/lib/addressparser': MAIL,
  'nodemailer/lib/mail-composer': MAIL,
  'nodemailer/lib/smtp-connection': MAIL,
  'nodemailer/lib/xoauth2': MAIL,
  'oracledb/lib/thin/sqlnet/navNodes.js': { version: '26.0.0', proof: 'main/src/lying-names.test.ts' },
  'oracledb/lib/thin/sqlnet/ntTcp.js': { version: '26.0.0', proof: 'connectors/src/oracle/oracle.test.ts' },
  'tedious/lib/message-io.js': { version: '20.3.9', proof: 'connectors/test/certificates.test.ts' },
  'typescript/unstable/ast': COMPILER,
  'typescript/unstable/ast/is': COMPILER,
  'typescript/unstable/sync': COMPILER,
}

/** Documented ways to one language of theirs. */
const OFFERED = /^(?:antd\/es|dayjs)\/locale\//
const IMPORT = /(?:from|import|import\(|resolve\(|require\()\s*'((?:@[^/']+\/)?[a-z][\w.-]*)\/([^']+)'/g

interface Manifest {
  readonly version: string
  readonly exports?: Readonly<Record<string, unknown>> | string
}

const readManifest = (name: string): Manifest | null => {
  const path = join(root, 'node_modules', name, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** Not listed in its library's `exports`, or called its own business by its very name. */
function isPrivate(name: string, part: string, { exports = {} }: Manifest): boolean {
  if (OFFERED.test(`${name}/${part}`)) return false
  const isListed = typeof exports === 'object' && `./${part}` in exports
  return !isListed || /^(?:lib|dist|internal|unstable)(?:\/|$)/.test(part)
}

test('a private part of a library is used only where it is pinned', () => {
  const found = new Set<string>()
  for (const { text } of readSources())
    for (const [, name = '', part = ''] of text.matchAll(IMPORT)) {
      const manifest = name.startsWith('@sluice/') ? null : readManifest(name)
      if (manifest && isPrivate(name, part, manifest)) found.add(`${name}/${part}`)
    }
  expect([...found].toSorted()).toEqual(Object.keys(PINNED).toSorted())
})

test.each(Object.entries(PINNED))('%s is the one that was read', (path, { version, proof }) => {
  const [scope = '', name = ''] = path.split('/')
  const library = scope.startsWith('@') ? `${scope}/${name}` : scope
  // Another version: look whether the part is still there and does the same, run the proof, then write the new version here.
  expect(readManifest(library)?.version, `${library} has moved: read ${path}, then run ${proof}`).toBe(version)
  expect(existsSync(join(root, proof))).toBe(true)
})
