import { expect, test } from 'vitest'
import { readDoors, readSources } from './tree.ts'
import { findViolations, listImports } from './walls.ts'

const sources = readSources()
const doors = readDoors(sources)
const rulesOf = (path: string, text: string): string[] =>
  findViolations([...sources.filter(file => file.path !== path), { path, text }], doors)
    .filter(violation => violation.from === path || violation.to.includes(path))
    .map(violation => violation.rule)

test('the tree as it is crosses no wall [C-1.2]', () => {
  expect(findViolations(sources, doors)).toEqual([])
})

const planted: readonly [rule: string, path: string, text: string][] = [
  ['contract-may-not-import-db', 'contract/src/planted.ts', `import { openDatabase } from '@sluice/db'`],
  ['contract-is-zod-only', 'contract/src/planted.ts', `import fs from 'node:fs'`],
  ['contract-is-zod-only', 'contract/src/planted.ts', `import pg from 'pg'`],
  ['connector-kit-may-not-import-db', 'connector-kit/src/planted.ts', `import type { Tx } from '@sluice/db'`],
  ['db-may-not-import-engine', 'db/src/planted.ts', `import { createEngine } from '@sluice/engine'`],
  ['connectors-may-not-import-db', 'connectors/src/http/planted.ts', `import { Tx } from '@sluice/db'`],
  ['connectors-may-not-import-engine', 'connectors/src/http/planted.ts', `import { x } from '@sluice/engine'`],
  ['connectors-may-not-import-sandbox', 'connectors/src/http/planted.ts', `import { x } from '@sluice/sandbox'`],
  ['no-connector-to-connector', 'connectors/src/http/planted.ts', `import { x } from '../self/manifest.ts'`],
  ['engine-may-not-import-connectors', 'engine/src/run/planted.ts', `import { connectors } from '@sluice/connectors'`],
  ['engine-may-not-import-api', 'engine/src/run/planted.ts', `import { createServer } from '@sluice/api'`],
  ['steps-meet-in-stage', 'engine/src/source/planted.ts', `import { compileMapping } from '../map/index.ts'`],
  ['steps-meet-in-stage', 'engine/src/target/planted.ts', `import { x } from '../run/run.ts'`],
  ['stage-is-the-floor', 'engine/src/stage/planted.ts', `export { x } from '../source/read.ts'`],
  ['map-is-pure', 'engine/src/map/planted.ts', `const fs = await import('node:fs/promises')`],
  ['map-is-pure', 'engine/src/map/planted.ts', `import { openDatabase } from '@sluice/db'`],
  ['matcher-does-no-io', 'matcher/src/planted.ts', `import fs from 'node:fs'`],
  ['matcher-does-no-io', 'matcher/src/planted.ts', `import pg from 'pg'`],
  ['matcher-may-not-import-db', 'matcher/src/planted.ts', `import type { Tx } from '@sluice/db'`],
  ['engine-may-not-import-matcher', 'engine/src/run/planted.ts', `import { match } from '@sluice/matcher'`],
  ['connectors-are-reached-through-engine', 'api/src/http/planted.ts', `import { x } from '@sluice/connector-kit'`],
  ['api-contract-is-browser-safe', 'api/src/modules/identity/user/contract.ts', `import type { Tx } from '@sluice/db'`],
  ['api-contract-is-browser-safe', 'api/src/modules/identity/user/contract.ts', `import fastify from 'fastify'`],
  ['module-door-is-index', 'api/src/modules/identity/user/planted.ts', `import { x } from '../role/store.ts'`],
  ['http-knows-no-module', 'api/src/http/planted.ts', `import { user } from '../modules/identity/user/contract.ts'`],
  [
    'areas-flow-down',
    'api/src/modules/identity/user/planted.ts',
    `import { x } from '../../strategy/strategy/index.ts'`,
  ],
  [
    'areas-flow-down',
    'console/src/screens/run/error/planted.ts',
    `import { x } from '../../strategy/strategy/public.ts'`,
  ],
  ['area-has-a-name', 'api/src/modules/other/user/planted.ts', `import { z } from 'zod'`],
  ['area-has-a-name', 'console/src/screens/other/user/planted.ts', `import { z } from 'zod'`],
  ['console-may-not-import-engine', 'console/src/lib/planted.ts', `import { x } from '@sluice/engine'`],
  ['console-sees-only-contracts', 'console/src/lib/planted.ts', `import { createServer } from '@sluice/api'`],
  [
    'screen-door-is-pages-or-public',
    'console/src/screens/identity/user/planted.ts',
    `import { x } from '../../insight/workplace/model.ts'`,
  ],
  [
    'screens-know-neither-app-nor-shell',
    'console/src/screens/identity/user/planted.ts',
    `import { x } from '../../../app/menu.ts'`,
  ],
  [
    'shell-knows-neither-app-nor-screens',
    'console/src/shell/planted.ts',
    `import { x } from '../screens/identity/user/pages.ts'`,
  ],
  ['app-names-no-screen', 'console/src/app/planted.ts', `import { x } from '../screens/identity/user/pages.ts'`],
  ['console-flows-down', 'console/src/lib/planted.ts', `import { x } from '../ui/data-table.tsx'`],
  ['console-flows-down', 'console/src/ui/planted.ts', `import { x } from '../shell/tabs.ts'`],
  ['console-flows-down', 'console/src/ui/planted.ts', `import { x } from '../parts/row.tsx'`],
  ['console-flows-down', 'console/src/parts/planted.ts', `import { x } from '../screens/run/error/public.ts'`],
  ['ui-does-not-fetch', 'console/src/ui/planted.ts', `import { api } from '../lib/api.ts'`],
  ['api-may-not-import-main', 'api/src/http/planted.ts', `import { x } from '../../../main/src/env.ts'`],
  ['nobody-imports-main', 'bench/src/planted.ts', `import { x } from '../../main/src/env.ts'`],
  ['sandbox-may-not-import-contract', 'sandbox/src/planted.ts', `import { newId } from '@sluice/contract'`],
  ['no-unresolvable', 'main/src/planted.ts', `import { x } from '@sluice/db/src/inner.ts'`],
  ['no-junk-drawer', 'engine/src/run/utils.ts', `export const x = 1`],
  ['no-cycles', 'contract/src/id.ts', `import { newRun } from './index.ts'`],
]

test.each(planted)('%s is caught in %s', (rule, path, text) => {
  expect(rulesOf(path, text)).toContain(rule)
})

test('a link to a page of a later area crosses no wall', () => {
  const text = `import { strategyDetail } from '../../strategy/strategy/pages.ts'`
  expect(rulesOf('console/src/screens/run/error/planted.ts', text)).toEqual([])
})

test('every form of import is seen, and none in a comment', () => {
  const text = `import a from 'a'
import type { B } from 'b'
import { c1,
  c2 } from 'c'
export * from 'd'
import 'e'
const f = await import('f')
// import g from 'g'
/* import h from 'h' */`
  expect(listImports(text).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(listImports(text).filter(({ isLazy }) => isLazy)).toEqual([{ specifier: 'f', isLazy: true }])
})
